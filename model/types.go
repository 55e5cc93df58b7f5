package model

// Type is what an attribute holds and promises about its key text. Two types
// are Equal when everything that shapes their text agrees.
type Type interface {
	isType()
	// String is the type as the model writes it.
	String() string
}

// Precision is the unit of a time.
type Precision int

// The precisions, coarsest first.
const (
	Second Precision = iota
	Millisecond
	Nanosecond
)

// The types of the language.
type (
	// String holds any valid UTF-8 of at most MaxLength bytes (0: unbounded).
	String struct{ MaxLength int }
	// UUID is lower case with hyphens, 36 bytes.
	UUID struct{}
	// ULID is 26 bytes of upper-case Crockford base 32.
	ULID struct{}
	// KSUID is 27 bytes of base 62.
	KSUID struct{}
	// Enum is one of Values, in order of declaration; Ordered sorts by rank.
	Enum struct {
		Values  []string
		Ordered bool
	}
	// Int is a signed 64-bit number within Min and Max where given.
	Int struct{ Min, Max *int64 }
	// Decimal keeps 38 digits.
	Decimal struct{}
	// Float is a float64; never in a key.
	Float struct{}
	// Bool is stored as BOOL, 0 or 1 in a key.
	Bool struct{}
	// Timestamp is stored as fixed-width RFC 3339 in UTC.
	Timestamp struct{ Precision Precision }
	// Epoch is a number of units since 1970, within Min and Max where given.
	Epoch struct {
		Precision Precision
		Min, Max  *int64
	}
	// Date is YYYY-MM-DD.
	Date struct{}
	// Binary holds at most MaxLength bytes (0: unbounded).
	Binary struct{ MaxLength int }
	// List is a list of Elem.
	List struct{ Elem Type }
	// Map maps strings to Elem.
	Map struct{ Elem Type }
	// Set is a set of string, int, decimal or binary.
	Set struct{ Elem Type }
	// Object has named fields, in order of declaration.
	Object struct{ Fields []Field }
	// Any is whatever attributevalue reads.
	Any struct{}
	// Unknown stands where the type was refused: only in a model that has
	// errors, never in one that is planned.
	Unknown struct{}
	// Text is the type of a derived attribute of bounded width: lower, upper,
	// sha256, first, bucket and templates (see Derivation); stored as S.
	Text struct {
		// Width is the widest value in bytes, 0 for unbounded.
		Width int
		// Fixed says that every value has Width bytes.
		Fixed bool
	}
)

// Field is a field of an Object.
type Field struct {
	Name     string
	Type     Type
	Optional bool
}

func (String) isType()    {}
func (UUID) isType()      {}
func (ULID) isType()      {}
func (KSUID) isType()     {}
func (Enum) isType()      {}
func (Int) isType()       {}
func (Decimal) isType()   {}
func (Float) isType()     {}
func (Bool) isType()      {}
func (Timestamp) isType() {}
func (Epoch) isType()     {}
func (Date) isType()      {}
func (Binary) isType()    {}
func (List) isType()      {}
func (Map) isType()       {}
func (Set) isType()       {}
func (Object) isType()    {}
func (Any) isType()       {}
func (Unknown) isType()   {}
func (Text) isType()      {}

// Derivation says how a derived attribute is computed; nil for a stored one.
type Derivation interface {
	isDerivation()
	// Sources are the attributes that it reads, each once.
	Sources() []*Attribute
}

// The derivations of the language.
type (
	// Bucket cuts a time to Unit: "hour", "day", "month" or "year", UTC.
	Bucket struct {
		Source *Attribute
		Unit   string
	}
	// Lower and Upper map each code point.
	Lower struct{ Source *Attribute }
	// Upper is Lower's opposite.
	Upper struct{ Source *Attribute }
	// SHA256 is 64 lower-case hexadecimal digits.
	SHA256 struct{ Source *Attribute }
	// First is the first N code points.
	First struct {
		Source *Attribute
		N      int
	}
	// Joined is a template of literals and attributes, unescaped.
	Joined struct{ Parts []JoinedPart }
)

// JoinedPart is a literal, or an attribute's unescaped text.
type JoinedPart struct {
	Literal   string
	Attribute *Attribute
}

func (Bucket) isDerivation() {}
func (Lower) isDerivation()  {}
func (Upper) isDerivation()  {}
func (SHA256) isDerivation() {}
func (First) isDerivation()  {}
func (Joined) isDerivation() {}

// Sources implements Derivation.
func (d Bucket) Sources() []*Attribute { return []*Attribute{d.Source} }

// Sources implements Derivation.
func (d Lower) Sources() []*Attribute { return []*Attribute{d.Source} }

// Sources implements Derivation.
func (d Upper) Sources() []*Attribute { return []*Attribute{d.Source} }

// Sources implements Derivation.
func (d SHA256) Sources() []*Attribute { return []*Attribute{d.Source} }

// Sources implements Derivation.
func (d First) Sources() []*Attribute { return []*Attribute{d.Source} }

// Sources implements Derivation.
func (d Joined) Sources() []*Attribute {
	var out []*Attribute
	for _, p := range d.Parts {
		if p.Attribute != nil && !contains(out, p.Attribute) {
			out = append(out, p.Attribute)
		}
	}
	return out
}

func contains[T comparable](list []T, a T) bool {
	for _, b := range list {
		if a == b {
			return true
		}
	}
	return false
}
