package gorepo

import (
	"strings"

	"github.com/keyplan/keyplan/access"
	"github.com/keyplan/keyplan/model"
	"github.com/keyplan/keyplan/planner/layout"
)

// View is the generated package as its users see it: every name and every Go
// type, decided. The printer prints it, and the test emitter writes calls
// against it; neither decides a name of its own.
type View struct {
	Layout *layout.Layout
	// Package is the package clause.
	Package string
	// Entities are in declaration order.
	Entities []*Entity
	// Patterns are parallel to Layout.Patterns; nil for an external one.
	Patterns []*Pattern
	// Enums and Objects are the types that attributes brought along, in
	// order of their first use.
	Enums   []*Enum
	Objects []*Object
	// Bounds are the types of bounds, in order of their first use.
	Bounds []*BoundType

	// names are the package's, root the methods and fields of its table.
	names, root *scope
	markers     map[*layout.Marker]*keyFunc
}

// Entity returns the view of e.
func (v *View) Entity(e *model.Entity) *Entity {
	for _, x := range v.Entities {
		if x.Model == e {
			return x
		}
	}
	return nil
}

// Type is a Go type as an expression. Names of the generated package are
// marked in it; In spells them for a reader.
type Type struct{ text string }

// own marks a name of the generated package in a Type's text.
const own = "@"

// In is the type as seen from a package that imports the generated one by that
// name, or from within for "".
func (t Type) In(pkg string) string {
	if pkg != "" {
		pkg += "."
	}
	return strings.ReplaceAll(t.text, own, pkg)
}

// String is the type as seen from within.
func (t Type) String() string { return t.In("") }

// Pointer is *t.
func (t Type) Pointer() Type { return Type{"*" + t.text} }

// Entity is an entity's struct and its repository.
type Entity struct {
	Model *model.Entity
	// Type is the struct ("Order"), Key the struct of its table key
	// ("OrderKey") and KeyOf the function that makes one of an item
	// ("OrderKeyOf"), Change what Update takes ("OrderChange").
	Type, Key, KeyOf, Change string
	// Repo is the repository's type and the field of the table that holds it
	// ("Orders").
	Repo string
	// Names is the function that gives attribute names for conditions
	// ("OrderNames").
	Names string
	// File is the entity's file.
	File string
	// Fields are the struct's, in declaration order: every attribute that is
	// not derived.
	Fields []*Field
	// Derived are the methods that compute derived attributes, in declaration
	// order.
	Derived []*Derived
	// KeyFields are the fields of the key struct: what the table's primary key
	// is made of, the identity first, in its order.
	KeyFields []*Field

	keys []*keyPair
	// change is the function type behind Change and the method that seals it,
	// make and decode are functions, version is a parameter.
	change, make, decode, version string
}

// Field returns the field of a, nil for a derived attribute.
func (e *Entity) Field(a *model.Attribute) *Field {
	for _, f := range e.Fields {
		if f.Attribute == a {
			return f
		}
	}
	return nil
}

// Field is an attribute as a field of its entity's struct.
type Field struct {
	Attribute *model.Attribute
	Name      string
	// Type is the field's; Value is the type without the pointer of an
	// optional field.
	Type, Value Type
	// Set and Remove are the functions that make changes ("SetOrderStatus",
	// "RemoveOrderNote"), "" where there is none: key attributes, immutable
	// ones, the version, required ones for Remove.
	Set, Remove string
	// Old says that the functions take the present value first, because a
	// unique holds the attribute (SetCustomerEmail(from, to)).
	Old bool
	// Companions are what the functions take besides, in order: attributes of
	// keys that this one feeds, which the table key does not hold. Each is of
	// its field's Type: an optional one may be absent.
	Companions []*Field

	// names are the parameters of Set: the present value, the new one, the
	// companions.
	names []string
}

// Derived is a derived attribute as a method of its entity's struct.
type Derived struct {
	Attribute *model.Attribute
	Method    string

	// local is the variable that encode holds it in.
	local string
}

// Enum is a named string type with a constant for each value.
type Enum struct {
	Name string
	Type model.Enum
	// Constants are parallel to Type.Values.
	Constants []string

	doc    string
	entity *model.Entity
}

// Object is a struct for an object type.
type Object struct {
	Name   string
	Type   model.Object
	Fields []*ObjectField

	doc    string
	entity *model.Entity
}

// ObjectField is a field of an Object, parallel to its Type.Fields.
type ObjectField struct {
	Model model.Field
	Name  string
	Type  Type
	Value Type
}

// Shape is what a pattern's method returns.
type Shape int

// The shapes. A Get is the repository's Get, which takes the key struct; an
// One takes its parameters and returns (T, error), as does a TakeFirst; a Many
// has three methods; a Count returns (int64, error), and stands on the table
// where it counts several entities; a Collection stands on the table and has
// three methods and types of its own.
const (
	Get Shape = iota
	One
	TakeFirst
	Many
	Count
	Collection
)

// Pattern is an access pattern as methods.
type Pattern struct {
	Access  *access.Pattern
	Request *layout.Request
	Shape   Shape
	// Entity is whose repository has the methods, nil for a collection.
	Entity *Entity
	// Method is the method's name: of a Many the one that iterates
	// ("OfCustomer"), of a Collection the one that reads a page
	// ("CustomerPage", which is also the aggregate's type).
	Method string
	// Page ("OfCustomerPage") is of a Many, Items ("CustomerPageItems") of a
	// Collection; After gives the cursor behind an item, of both: "" for a
	// select that does not return what a cursor is made of.
	Page, Items, After string
	// Item is the sealed interface of a Collection ("CustomerPageItem").
	Item string
	// Params are what the method takes by position after the context: equals,
	// then the bounds that the pattern fixes.
	Params []*Param
	// Result is what one item comes back as: the entity's struct, or for a
	// select the pattern's own (then Selected has its fields).
	Result   Type
	Selected []*Field
	// Option is the sealed interface of what the method takes at the end, ""
	// where it takes no options.
	Option string
	// Bounds are the types of bounds that are among the options.
	Bounds []*BoundType
	// Consistent says that ConsistentRead is among the options.
	Consistent bool
	// AfterParams says that After takes Params before the item, as that of a
	// Collection does; otherwise it takes the item alone.
	AfterParams bool
	// Members are the fields of a Collection's aggregate, parallel to
	// Access.Entities.
	Members []*Member

	// seal is the method of the option interface, decode the function for a
	// result of the pattern's own, add the method that puts an item into the
	// aggregate.
	seal, decode, add string
	view              *View
}

// Param is a positional parameter.
type Param struct {
	Name string
	Type Type
	// Attribute is of the first entity that has it. A parameter for a lower,
	// upper or sha256 takes the source's value: then Attribute is the source
	// and Derived the attribute that stands in the key.
	Attribute, Derived *model.Attribute
	// Bound is Equal, or the end that the pattern fixes.
	Bound Operator

	base    string
	operand access.Operand
}

// Operator is what is asked of an attribute.
type Operator int

// The operators.
const (
	Equal Operator = iota
	From
	After
	Until
	Before
	Between
	Prefix
	// In descends a ladder by equality.
	In
)

// BoundType is the type of a bound on one attribute, accepted by every pattern
// with that attribute in range; or, with Rung, of a step down a ladder.
type BoundType struct {
	// Name is the type's ("PlacedAtBound", "TeamRung").
	Name string
	// Attribute is one of those that share it; Value is what its functions
	// take, twice for a Between.
	Attribute *model.Attribute
	Value     Type
	Rung      bool
	// Parent is the rung whose methods Funcs are, nil for functions of the
	// package.
	Parent *BoundType
	// Funcs make it: one for each operator, of a Rung the one In.
	Funcs []*Bound

	base     string
	methods  *scope
	patterns []*Pattern
}

// Bound is a function that makes a bound ("PlacedAtFrom", "InTeam"), or a
// method of a rung that does.
type Bound struct {
	Name     string
	Operator Operator
}

// Member is a field of a collection's aggregate.
type Member struct {
	Entity *Entity
	// Name is "Customer" for one item (the field is a pointer), "Orders" for
	// many (a slice).
	Name string
	One  bool
}
