package support

import (
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Condition is a condition of the caller's own on a write.
type Condition struct{ builder expression.ConditionBuilder }

// If lets a write take effect only where c holds of the item as it is;
// otherwise it is ErrCondition.
func If(c expression.ConditionBuilder) Condition { return Condition{c} }

// clauses collects the conditions and changes of one write, with their
// placeholders. Ours begin with a letter and those of the SDK's builder with a
// digit, so that a caller's conditions merge with ours.
type clauses struct {
	names                     map[string]string
	values                    map[string]types.AttributeValue
	conditions, sets, removes []string
	// expected and changed are what conditions ask and changes make of
	// attributes; nil is absent.
	expected, changed map[string]types.AttributeValue
	// callers says that the caller gave conditions, too.
	callers bool
}

// with is m with an entry more.
func with[V any](m map[string]V, name string, v V) map[string]V {
	if m == nil {
		m = map[string]V{}
	}
	m[name] = v
	return m
}

// name is the placeholder of an attribute's name.
func (x *clauses) name(n string) string {
	for p, have := range x.names {
		if have == n && p[1] == 'n' {
			return p
		}
	}
	p := "#n" + strconv.Itoa(len(x.names))
	x.names = with(x.names, p, n)
	return p
}

// value is a new placeholder of v.
func (x *clauses) value(v types.AttributeValue) string {
	p := ":v" + strconv.Itoa(len(x.values))
	x.values = with(x.values, p, v)
	return p
}

func (x *clauses) require(condition string) { x.conditions = append(x.conditions, condition) }

// is says that an attribute is v, or with nil absent.
func (x *clauses) is(name string, v types.AttributeValue) string {
	if v == nil {
		return "attribute_not_exists(" + x.name(name) + ")"
	}
	return x.name(name) + " = " + x.value(v)
}

// equal requires that an attribute still is v, or with nil still absent.
func (x *clauses) equal(name string, v types.AttributeValue) {
	x.expected = with(x.expected, name, v)
	x.require(x.is(name, v))
}

// change sets an attribute to v, or with nil removes it.
func (x *clauses) change(name string, v types.AttributeValue) {
	x.changed = with(x.changed, name, v)
	if v == nil {
		x.removes = append(x.removes, x.name(name))
		return
	}
	x.sets = append(x.sets, x.is(name, v))
}

// free says that there is no item, or one past its time where now is given.
func (x *clauses) free(now types.AttributeValue) string {
	c := x.is(partitionKey, nil)
	if now != nil {
		c = "(" + c + " OR " + x.name(ttlAttribute) + " <= " + x.value(now) + ")"
	}
	return c
}

// alive requires that there is an item, and one not past its time.
func (x *clauses) alive(now types.AttributeValue) {
	x.require("attribute_exists(" + x.name(partitionKey) + ")")
	if now != nil {
		x.require("(" + x.is(ttlAttribute, nil) + " OR " + x.name(ttlAttribute) + " > " + x.value(now) + ")")
	}
}

// when adds the caller's conditions.
func (x *clauses) when(conditions []Condition) error {
	if len(conditions) == 0 {
		return nil
	}
	all := conditions[0].builder
	for _, c := range conditions[1:] {
		all = all.And(c.builder)
	}
	e, err := expression.NewBuilder().WithCondition(all).Build()
	if err != nil {
		return invalid("If", "%s", err)
	}
	x.callers = true
	x.require("(" + *e.Condition() + ")")
	for p, n := range e.Names() {
		x.names = with(x.names, p, n)
	}
	for p, v := range e.Values() {
		x.values = with(x.values, p, v)
	}
	return nil
}

// condition is the whole condition, nil for none.
func (x *clauses) condition() *string {
	if len(x.conditions) == 0 {
		return nil
	}
	return ptr(strings.Join(x.conditions, " AND "))
}

// update is the whole update expression.
func (x *clauses) update() *string {
	var parts []string
	if len(x.sets) > 0 {
		parts = append(parts, "SET "+strings.Join(x.sets, ", "))
	}
	if len(x.removes) > 0 {
		parts = append(parts, "REMOVE "+strings.Join(x.removes, ", "))
	}
	return ptr(strings.Join(parts, " "))
}

// holds says whether item has these attributes; nil is absent.
func holds(item, attributes map[string]types.AttributeValue) bool {
	for name, want := range attributes {
		have, ok := item[name]
		if want == nil && ok || want != nil && !equalValues(have, want) {
			return false
		}
	}
	return true
}
