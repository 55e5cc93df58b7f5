package support

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The sizes that DynamoDB accepts, in bytes.
const (
	maxPartitionKey = 2048
	maxSortKey      = 1024
	maxItem         = 400 << 10
)

// check looks at values before a request is made of them, and keeps the first
// that is wrong.
type check struct {
	// only are the stored names of the attributes to look at; nil for all.
	only map[string]bool
	// stored are the stored names of those that have another name in the
	// model, which is what messages say.
	stored map[string]string
	err    error
}

// skip says not to look at that attribute.
func (c *check) skip(name string) bool {
	if stored, ok := c.stored[name]; ok {
		name = stored
	}
	return c.err != nil || c.only != nil && !c.only[name]
}

func (c *check) fail(name, format string, args ...any) { c.err = invalid(name, format, args...) }

// text is valid UTF-8 of at most limit bytes, 0 for any number.
func (c *check) text(name, v string, limit int) {
	if c.skip(name) {
		return
	}
	switch {
	case !utf8.ValidString(v):
		c.fail(name, "not valid UTF-8")
	case limit > 0 && len(v) > limit:
		c.fail(name, "%d bytes, at most %d", len(v), limit)
	}
}

// notEmpty is for identity attributes: an empty one addresses nothing.
func (c *check) notEmpty(name, v string) {
	if !c.skip(name) && v == "" {
		c.fail(name, "empty, and part of the identity")
	}
}

func (c *check) uuid(name, v string) {
	if !c.skip(name) && !isUUID(v) {
		c.fail(name, "%q is not a uuid in lower case with hyphens", v)
	}
}

func (c *check) ulid(name, v string) {
	if !c.skip(name) && !isULID(v) {
		c.fail(name, "%q is not a ulid in upper case", v)
	}
}

func (c *check) ksuid(name, v string) {
	if !c.skip(name) && !isKSUID(v) {
		c.fail(name, "%q is not a ksuid", v)
	}
}

func (c *check) oneOf(name, v string, values ...string) {
	if !c.skip(name) && !slices.Contains(values, v) {
		c.fail(name, "%q is not one of %q", v, values)
	}
}

func (c *check) int(name string, v, least, most int64) {
	if !c.skip(name) && (v < least || v > most) {
		c.fail(name, "%d is not within %d and %d", v, least, most)
	}
}

// float is any that DynamoDB stores.
func (c *check) float(name string, v float64) {
	if c.skip(name) {
		return
	}
	if _, err := ParseDecimal(mustNumber(floatValue(v))); err != nil {
		c.fail(name, "%v cannot be stored", v)
	}
}

func mustNumber(av types.AttributeValue) string { return av.(*types.AttributeValueMemberN).Value }

// time is there, of the years 0001 to 9999, and not finer than stored.
func (c *check) time(name string, t time.Time, p precision) {
	if c.skip(name) {
		return
	}
	switch year := t.UTC().Year(); {
	case t.IsZero():
		c.fail(name, "the zero time, and required")
	case year < 1 || year > 9999:
		c.fail(name, "the year %d is not within 1 and 9999", year)
	default:
		c.unit(name, t, p)
	}
}

// epoch is there, within bounds in units, and not finer than stored.
func (c *check) epoch(name string, t time.Time, p precision, least, most int64) {
	if c.skip(name) {
		return
	}
	if t.IsZero() {
		c.fail(name, "the zero time, and required")
		return
	}
	if p == nanosecond && !t.Equal(p.at(p.units(t))) {
		c.fail(name, "%s is not within 1678 and 2262", t)
		return
	}
	c.unit(name, t, p)
	c.int(name, p.units(t), least, most)
}

func (c *check) unit(name string, t time.Time, p precision) {
	if time.Duration(t.Nanosecond())%p.unit() != 0 {
		c.fail(name, "%s is finer than it is stored: truncate to %s", t.Format(time.RFC3339Nano), p.unit())
	}
}

func (c *check) date(name string, d Date) {
	if !c.skip(name) && !d.valid() {
		c.fail(name, "%s is not a day", d)
	}
}

func (c *check) bytes(name string, v []byte, limit int) {
	if !c.skip(name) && limit > 0 && len(v) > limit {
		c.fail(name, "%d bytes, at most %d", len(v), limit)
	}
}

// checkSet has at least one element, and none twice.
func checkSet[T comparable](c *check, name string, v []T) {
	if c.skip(name) {
		return
	}
	if len(v) == 0 {
		c.fail(name, "an empty set cannot be stored")
	}
	for i, x := range v {
		if slices.Contains(v[:i], x) {
			c.fail(name, "%v is in the set twice", x)
		}
	}
}

// checkBytesSet is checkSet of binaries.
func checkBytesSet(c *check, name string, v [][]byte) {
	if c.skip(name) {
		return
	}
	if len(v) == 0 {
		c.fail(name, "an empty set cannot be stored")
	}
	for i, x := range v {
		if slices.ContainsFunc(v[:i], func(y []byte) bool { return slices.Equal(x, y) }) {
			c.fail(name, "%x is in the set twice", x)
		}
	}
}

// primary is a primary key of these texts, with the first thing that is wrong:
// of what was checked before, or with their lengths.
func (c *check) primary(pk, sk string) primary {
	if len(pk) > maxPartitionKey && c.err == nil {
		c.fail(partitionKey, "%d bytes of key, at most %d", len(pk), maxPartitionKey)
	}
	if len(sk) > maxSortKey && c.err == nil {
		c.fail(sortKey, "%d bytes of key, at most %d", len(sk), maxSortKey)
	}
	return primary{pk, sk, c.err}
}

// keys looks at the texts of a pair of keys, those that are there.
func (c *check) keys(item map[string]types.AttributeValue, partition, sort string) {
	c.keyText(item, partition, maxPartitionKey)
	c.keyText(item, sort, maxSortKey)
}

func (c *check) keyText(item map[string]types.AttributeValue, name string, limit int) {
	s, ok := item[name].(*types.AttributeValueMemberS)
	if !ok || c.err != nil {
		return
	}
	switch {
	case s.Value == "":
		c.fail(name, "an empty key")
	case len(s.Value) > limit:
		c.fail(name, "%d bytes of key, at most %d", len(s.Value), limit)
	}
}

// item looks at the size of the whole item.
func (c *check) item(item map[string]types.AttributeValue) {
	if n := itemSize(item); n > maxItem && c.err == nil {
		c.fail("item", "%d bytes, at most %d", n, maxItem)
	}
}

// itemSize is what DynamoDB counts: names and values.
func itemSize(item map[string]types.AttributeValue) int {
	n := 0
	for name, v := range item {
		n += len(name) + valueSize(v)
	}
	return n
}

func valueSize(v types.AttributeValue) int {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return numberSize(v.Value)
	case *types.AttributeValueMemberB:
		return len(v.Value)
	case *types.AttributeValueMemberM:
		return 3 + len(v.Value) + itemSize(v.Value)
	case *types.AttributeValueMemberL:
		n := 3 + len(v.Value)
		for _, e := range v.Value {
			n += valueSize(e)
		}
		return n
	case *types.AttributeValueMemberSS:
		return sum(v.Value, func(s string) int { return len(s) })
	case *types.AttributeValueMemberNS:
		return sum(v.Value, numberSize)
	case *types.AttributeValueMemberBS:
		return sum(v.Value, func(b []byte) int { return len(b) })
	}
	return 1
}

// numberSize is a byte for two digits and one more.
func numberSize(n string) int { return len(n)/2 + 1 }

func sum[T any](list []T, size func(T) int) int {
	n := 0
	for _, e := range list {
		n += size(e)
	}
	return n
}
