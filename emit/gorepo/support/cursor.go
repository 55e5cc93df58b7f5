package support

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Cursor is a place behind an item, good for the pattern and the arguments
// that it came from. It is opaque and safe in a URL.
type Cursor string

// nowhere is the cursor behind an item that the pattern does not return. No
// call accepts it.
const nowhere Cursor = "-"

// sizes of a cursor's parts, in bytes.
const (
	bindingSize = 8
	sumSize     = 8
	macSize     = 16
)

// binding ties a cursor to the table, the pattern, its key templates and the
// arguments that stand in the keys.
func (r *request) binding() []byte {
	h := sha256.New()
	for _, s := range []string{r.t.name, r.pattern, r.layout, r.index, r.pk, r.prefix, r.from, r.to} {
		_ = binary.Write(h, binary.BigEndian, uint32(len(s))) // a hash never fails
		h.Write([]byte(s))
	}
	return h.Sum(nil)[:bindingSize]
}

// position names the attributes whose values a cursor holds: with the
// partition key that is asked for, they are the whole start key.
func (r *request) placeNames() []string {
	names := []string{r.keys[1]}
	if r.index != "" {
		names = append(names, partitionKey, sortKey)
	}
	return names
}

// cursor is the place behind item, which has its key attributes.
func (r *request) cursor(item map[string]types.AttributeValue) Cursor {
	if pk, ok := item[r.keys[0]].(*types.AttributeValueMemberS); !ok || pk.Value != r.pk {
		return nowhere
	}
	b := append([]byte{1}, r.binding()...)
	if len(r.t.cursorKeys) > 0 {
		b[0] = 2
	}
	for _, name := range r.placeNames() {
		if name == "" {
			continue
		}
		s, ok := item[name].(*types.AttributeValueMemberS)
		if !ok || name == r.keys[1] && !r.within(s.Value, r.from, r.to) {
			return nowhere
		}
		b = append(binary.AppendUvarint(b, uint64(len(s.Value))), s.Value...)
	}
	var secret []byte
	if len(r.t.cursorKeys) > 0 {
		secret = r.t.cursorKeys[0]
	}
	return Cursor(base64.RawURLEncoding.EncodeToString(append(b, seal(b, secret)...)))
}

// seal is a checksum of b, or with a secret its authentication code.
func seal(b, secret []byte) []byte {
	if secret == nil {
		sum := sha256.Sum256(b)
		return sum[:sumSize]
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write(b)
	return mac.Sum(nil)[:macSize]
}

// open is what a cursor holds, without its seal.
func (r *request) open(c Cursor) ([]byte, bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(string(c))
	if err != nil {
		return nil, false
	}
	size, secrets, version := sumSize, [][]byte{nil}, byte(1)
	if len(r.t.cursorKeys) > 0 {
		size, secrets, version = macSize, r.t.cursorKeys, 2
	}
	if len(b) < 1+bindingSize+size || b[0] != version {
		return nil, false
	}
	body, got := b[:len(b)-size], b[len(b)-size:]
	for _, secret := range secrets {
		if hmac.Equal(got, seal(body, secret)) {
			return body, true
		}
	}
	return nil, false
}

// position is the start key of a cursor, which must be of this request and lie
// between lo and hi.
func (r *request) position(c Cursor, lo, hi string) (map[string]types.AttributeValue, error) {
	b, ok := r.open(c)
	if !ok || string(b[1:1+bindingSize]) != string(r.binding()) {
		return nil, ErrCursor
	}
	b = b[1+bindingSize:]
	start := map[string]types.AttributeValue{r.keys[0]: text(r.pk)}
	for _, name := range r.placeNames() {
		if name == "" {
			continue
		}
		n, used := binary.Uvarint(b)
		if used <= 0 || n == 0 || n > uint64(len(b)-used) || n > maxPartitionKey {
			return nil, ErrCursor
		}
		v := string(b[used : used+int(n)])
		b = b[used+int(n):]
		if name == r.keys[1] && !r.within(v, lo, hi) {
			return nil, ErrCursor
		}
		start[name] = text(strings.ToValidUTF8(v, ""))
	}
	if len(b) != 0 {
		return nil, ErrCursor
	}
	return start, nil
}
