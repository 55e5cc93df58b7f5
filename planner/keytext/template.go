package keytext

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/keyplan/keyplan/model"
)

// ErrEmptyKey is of a key whose whole text is empty, which DynamoDB refuses.
var ErrEmptyKey = errors.New("a key attribute must not be empty")

// Key evaluates a template over the item; false says that a part is absent, so
// that the item has no such key.
func (v Values) Key(t model.Template, d byte) (string, bool, error) {
	var out strings.Builder
	for i, s := range t {
		piece, ok, err := v.segment(s, d, i == len(t)-1)
		if !ok || err != nil {
			return "", false, err
		}
		out.WriteString(piece)
	}
	if out.Len() == 0 {
		return "", false, ErrEmptyKey
	}
	return out.String(), true, nil
}

func (v Values) segment(s model.Segment, d byte, last bool) (string, bool, error) {
	switch s := s.(type) {
	case model.Literal:
		return string(s), true, nil
	case model.Part:
		piece, ok, err := v.part(s, d)
		if s.Form == model.Raw && !last && strings.IndexByte(piece, d) >= 0 {
			return "", false, fmt.Errorf("%s: %q holds the delimiter in the middle of a key", s.Attribute.Name, piece)
		}
		return piece, ok, err
	case model.Shard:
		return v.shard(s, d)
	}
	panic(fmt.Sprintf("keytext: unknown segment %T", s))
}

func (v Values) part(p model.Part, d byte) (string, bool, error) {
	value, ok, err := v.Value(p.Attribute)
	if !ok || err != nil {
		return "", false, err
	}
	if err := CheckAttribute(p.Attribute, value); err != nil {
		return "", false, err
	}
	piece, err := Encode(p.Attribute.Type, p.Form, d, value)
	return piece, err == nil, err
}

// shard hashes the plain texts, each followed by the delimiter.
func (v Values) shard(s model.Shard, d byte) (string, bool, error) {
	hash := sha256.New()
	for _, a := range s.Attributes {
		piece, ok, err := v.part(model.Part{Attribute: a}, d)
		if !ok || err != nil {
			return "", false, err
		}
		hash.Write([]byte(piece + string(d)))
	}
	n := binary.BigEndian.Uint64(hash.Sum(nil)) % uint64(s.N)
	return ShardText(s.N, int(n)), true, nil
}

// ShardText is shard i of n: in the digits of n-1.
func ShardText(n, i int) string {
	return fmt.Sprintf("%0*d", len(strconv.Itoa(n-1)), i)
}

// ReadKey reads the parts of a key text back. Parts must be separated by
// literals that begin with the delimiter, as keys.md joins them.
func ReadKey(t model.Template, d byte, key string) (Values, error) {
	out := Values{}
	rest := key
	for i, s := range t {
		piece, ok := take(s, rest, d, i == len(t)-1)
		if !ok {
			return nil, fmt.Errorf("%q is no key of %q", key, t)
		}
		rest = rest[len(piece):]
		p, ok := s.(model.Part)
		if !ok {
			continue
		}
		value, err := Decode(p.Attribute.Type, p.Form, d, piece)
		if err != nil {
			return nil, err
		}
		out[p.Attribute.Name] = value
	}
	if rest != "" {
		return nil, fmt.Errorf("%q is no key of %q", key, t)
	}
	return out, nil
}

// take is the piece of text that segment s begins with.
func take(s model.Segment, text string, d byte, last bool) (string, bool) {
	switch s := s.(type) {
	case model.Literal:
		return string(s), strings.HasPrefix(text, string(s))
	case model.Shard:
		w := len(strconv.Itoa(s.N - 1))
		return text[:min(w, len(text))], len(text) >= w
	case model.Part:
		if s.Form == model.Raw && last {
			return text, true
		}
	}
	end := strings.IndexByte(text, d)
	if end < 0 {
		end = len(text)
	}
	return text[:end], true
}
