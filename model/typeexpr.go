package model

import (
	"fmt"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/keyplan/keyplan/model/diag"
	"github.com/keyplan/keyplan/model/syntax"
)

// typeNames are the words of the types, for suggestions.
func typeNames() []string {
	return []string{"string", "uuid", "ulid", "ksuid", "enum", "int", "decimal", "float", "bool", "timestamp", "epoch", "date",
		"binary", "list", "map", "set", "object", "any"}
}

// foreignTypes are words of other languages and what is meant by them here.
func foreignTypes() map[string]string {
	return map[string]string{
		"number": "int", "integer": "int", "long": "int", "int64": "int", "int32": "int", "bigint": "int", "double": "float",
		"float64": "float", "boolean": "bool", "text": "string", "str": "string", "varchar": "string", "datetime": "timestamp",
		"time": "timestamp", "bytes": "binary", "blob": "binary", "array": "list", "struct": "object", "json": "any", "money": "decimal",
	}
}

// typeOf reads a type expression.
func (b *builder) typeOf(expr hclsyntax.Expression) (Type, bool) {
	if call, ok := expr.(*hclsyntax.FunctionCallExpr); ok {
		return b.typeCall(call)
	}
	if _, isNumber := syntax.NumberOf(expr); isNumber {
		return nil, b.malformedType(expr.Range(), "a type is expected here", "Write a type such as string, int or timestamp.")
	}
	word, ok := syntax.NameOf(expr, &b.diags)
	if !ok {
		return nil, false
	}
	if t, ok := simpleType(word); ok {
		return t, true
	}
	return b.otherWord(word, expr)
}

// otherWord handles a word that is not the name of a simple type.
func (b *builder) otherWord(word string, expr hclsyntax.Expression) (Type, bool) {
	examples := map[string]string{
		"enum": `enum("open", "closed")`, "list": "list(string)", "map": "map(string)", "set": "set(string)",
		"object": "object({ street = string, zip = optional(string) })", "optional": "type = string and optional = true",
	}
	if example, ok := examples[word]; ok {
		return nil, b.malformedType(expr.Range(), fmt.Sprintf("%s by itself is not a type", word), fmt.Sprintf("Write %s.", example))
	}
	return b.unknownType(word, expr.Range())
}

func simpleType(word string) (Type, bool) {
	t, ok := map[string]Type{
		"string": String{}, "uuid": UUID{}, "ulid": ULID{}, "ksuid": KSUID{}, "int": Int{}, "decimal": Decimal{}, "float": Float{},
		"bool": Bool{}, "timestamp": Timestamp{Precision: Millisecond}, "epoch": Epoch{Precision: Second}, "date": Date{},
		"binary": Binary{}, "any": Any{},
	}[word]
	return t, ok
}

func (b *builder) unknownType(word string, at hcl.Range) (Type, bool) {
	meant, ok := foreignTypes()[word]
	if !ok {
		meant = syntax.Suggest(word, typeNames())
	}
	detail := "The types are " + syntax.List(typeNames(), "and") + "."
	if meant != "" {
		detail = fmt.Sprintf("Did you mean %s? ", syntax.Quote(meant)) + detail
	}
	b.add(diag.Error("M030", at, fmt.Sprintf("there is no type %s", syntax.Quote(word)), detail))
	t, ok := simpleType(meant)
	return t, ok
}

func (b *builder) malformedType(at hcl.Range, summary, detail string) bool {
	b.add(diag.Error("M031", at, summary, detail))
	return false
}

func (b *builder) typeCall(call *hclsyntax.FunctionCallExpr) (Type, bool) {
	switch call.Name {
	case "enum":
		return b.enum(call)
	case "list", "map", "set":
		elem, ok := b.elementType(call)
		if !ok {
			return nil, false
		}
		switch call.Name {
		case "list":
			return List{Elem: elem}, true
		case "map":
			return Map{Elem: elem}, true
		}
		return b.set(call, elem)
	case "object":
		return b.object(call)
	case "optional":
		return nil, b.malformedType(call.Range(), "optional is not a type here",
			"Write optional = true beside the type; optional(…) is for the fields of an object.")
	}
	if _, simple := simpleType(call.Name); simple {
		return nil, b.malformedType(call.Range(), fmt.Sprintf("%s takes nothing in brackets", call.Name),
			fmt.Sprintf("Write type = %s; bounds, max_length and precision are arguments of the attribute.", call.Name))
	}
	return b.unknownType(call.Name, call.NameRange)
}

func (b *builder) elementType(call *hclsyntax.FunctionCallExpr) (Type, bool) {
	if len(call.Args) != 1 {
		return nil, b.malformedType(call.Range(), fmt.Sprintf("%s without one element type", call.Name), fmt.Sprintf("Write %s(string).", call.Name))
	}
	return b.typeOf(call.Args[0])
}

func (b *builder) set(call *hclsyntax.FunctionCallExpr, elem Type) (Type, bool) {
	switch elem.(type) {
	case String, Int, Decimal, Binary:
		return Set{Elem: elem}, true
	}
	return nil, b.malformedType(call.Args[0].Range(), fmt.Sprintf("a set of %s", elem),
		"DynamoDB has sets of string, int, decimal and binary. Take one of these, or a list.")
}

// maxEnumValue is the most bytes of an enum value.
const maxEnumValue = 128

func (b *builder) enum(call *hclsyntax.FunctionCallExpr) (Type, bool) {
	if len(call.Args) == 0 {
		return nil, b.malformedType(call.Range(), "an enum without values", `Write enum("open", "closed").`)
	}
	var t Enum
	seen := map[string]hcl.Range{}
	for _, arg := range call.Args {
		value, ok := syntax.TextOf(arg, &b.diags)
		if !ok {
			continue
		}
		if first, taken := seen[value]; taken {
			b.add(diag.Error("M034", arg.Range(), fmt.Sprintf("enum value %s stands twice", syntax.Quote(value)), "Drop one of the two.",
				diag.At("the first is here", first)))
			continue
		}
		seen[value] = arg.Range()
		if value == "" || len(value) > maxEnumValue || !utf8.ValidString(value) {
			b.add(diag.Error("M034", arg.Range(), fmt.Sprintf("illegal enum value %s", syntax.Quote(value)),
				fmt.Sprintf("An enum value has 1 to %d bytes; for no value make the attribute optional.", maxEnumValue)))
			continue
		}
		t.Values = append(t.Values, value)
	}
	return t, len(t.Values) > 0
}

func (b *builder) object(call *hclsyntax.FunctionCallExpr) (Type, bool) {
	var fields *hclsyntax.ObjectConsExpr
	if len(call.Args) == 1 {
		fields, _ = call.Args[0].(*hclsyntax.ObjectConsExpr)
	}
	if fields == nil || len(fields.Items) == 0 {
		return nil, b.malformedType(call.Range(), "an object without fields", "Write object({ street = string, zip = optional(string) }).")
	}
	var t Object
	seen := map[string]hcl.Range{}
	for _, item := range fields.Items {
		name, ok := syntax.KeyOf(item.KeyExpr, &b.diags)
		if !ok || !b.legalName(syntax.Name{V: name, Range: item.KeyExpr.Range()}, "field") {
			continue
		}
		if first, taken := seen[name]; taken {
			b.add(declaredTwice("field", name, item.KeyExpr.Range(), first))
			continue
		}
		seen[name] = item.KeyExpr.Range()
		if f, ok := b.field(name, item.ValueExpr); ok {
			t.Fields = append(t.Fields, f)
		}
	}
	return t, true
}

func (b *builder) field(name string, expr hclsyntax.Expression) (Field, bool) {
	f := Field{Name: name}
	if call, ok := expr.(*hclsyntax.FunctionCallExpr); ok && call.Name == "optional" && len(call.Args) == 1 {
		f.Optional = true
		expr = call.Args[0]
	}
	t, ok := b.typeOf(expr)
	f.Type = t
	return f, ok
}
