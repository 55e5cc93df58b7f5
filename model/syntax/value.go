package syntax

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/keyplan/keyplan/model/diag"
)

func read[T any](r *Reader, arg string, from func(hclsyntax.Expression, *hcl.Diagnostics) (T, bool)) Value[T] {
	expr := r.Arg(arg)
	if expr == nil {
		return Value[T]{Range: r.header}
	}
	v, ok := from(expr, r.diags)
	return Value[T]{V: v, Range: expr.Range(), Set: ok}
}

// Text reads a literal string.
func (r *Reader) Text(arg string) Value[string] { return read(r, arg, TextOf) }

// Name reads a bare name.
func (r *Reader) Name(arg string) Name { return read(r, arg, NameOf) }

// Bool reads true or false.
func (r *Reader) Bool(arg string) Value[bool] { return read(r, arg, BoolOf) }

// Names reads a list of bare names.
func (r *Reader) Names(arg string) Names { return read(r, arg, NamesOf) }

// Int reads a whole number from min to max.
func (r *Reader) Int(arg string, min, max int64) Value[int64] {
	return read(r, arg, func(e hclsyntax.Expression, diags *hcl.Diagnostics) (int64, bool) {
		return IntOf(e, min, max, diags)
	})
}

// Amount reads a number that is not negative and may be a fraction.
func (r *Reader) Amount(arg string) Value[float64] { return read(r, arg, amountOf) }

// Keyword reads one of a few bare words.
func (r *Reader) Keyword(arg string, words ...string) Name {
	v := r.Name(arg)
	if !v.Set || slices.Contains(words, v.V) {
		return v
	}
	meant := Suggest(v.V, words)
	r.Report(diag.Error("M018", v.Range, fmt.Sprintf("%s cannot be %s", arg, Quote(v.V)), didYouMean(meant, "It is one of", words)))
	v.V, v.Set = meant, meant != ""
	return v
}

// TextOf reads a literal string.
func TextOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) (string, bool) {
	switch e := expr.(type) {
	case *hclsyntax.TemplateExpr:
		var b strings.Builder
		for _, p := range e.Parts {
			lit, ok := p.(*hclsyntax.LiteralValueExpr)
			if !ok || lit.Val.Type() != cty.String {
				return "", notLiteral(p.Range(), diags)
			}
			b.WriteString(lit.Val.AsString())
		}
		return b.String(), true
	case *hclsyntax.TemplateWrapExpr:
		return "", notLiteral(e.Range(), diags)
	case *hclsyntax.ScopeTraversalExpr:
		if word := hcl.ExprAsKeyword(e); word != "" {
			*diags = append(*diags, diag.Error("M012", e.Range(), "a string is expected here",
				fmt.Sprintf("This is text, not a name: write it in quotes, %s.", Quote(word))))
			return word, true
		}
	}
	*diags = append(*diags, diag.Error("M012", expr.Range(), "a string is expected here", "Write the text in quotes."))
	return "", false
}

func notLiteral(at hcl.Range, diags *hcl.Diagnostics) bool {
	*diags = append(*diags, diag.Error("M015", at, "text that is computed",
		"This text is taken as it stands, so it holds no templates. Write $${ for the characters ${ and %%{ for %{."))
	return false
}

// NameOf reads a bare name.
func NameOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) (string, bool) {
	if word := hcl.ExprAsKeyword(expr); word != "" {
		return word, true
	}
	if t, ok := expr.(*hclsyntax.TemplateExpr); ok && t.IsStringLiteral() {
		return bareForm(t, diags)
	}
	*diags = append(*diags, diag.Error("M012", expr.Range(), "a name is expected here",
		"A reference is a bare name, without quotes, dots or brackets."))
	return "", false
}

// bareForm reports a name in quotes, and takes it as the name.
func bareForm(t *hclsyntax.TemplateExpr, diags *hcl.Diagnostics) (string, bool) {
	v, _ := t.Value(nil)
	text := v.AsString()
	if !hclsyntax.ValidIdentifier(text) {
		*diags = append(*diags, diag.Error("M013", t.Range(), "a string where a name is meant",
			"A reference is a bare name, without quotes."))
		return "", false
	}
	*diags = append(*diags, diag.Error("M013", t.Range(), "a string where a name is meant",
		fmt.Sprintf("A reference is a bare name, without quotes: write %s.", text)))
	return text, true
}

// NamesOf reads a list of bare names. One name without brackets is reported and
// taken as the list of it.
func NamesOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) ([]Name, bool) {
	items, ok := ItemsOf(expr)
	if !ok {
		name, ok := NameOf(expr, diags)
		if !ok {
			return nil, false
		}
		*diags = append(*diags, diag.Error("M012", expr.Range(), "a list is expected here",
			fmt.Sprintf("Write it in brackets: [%s].", name)))
		return []Name{{V: name, Range: expr.Range(), Set: true}}, true
	}
	var out []Name
	for _, item := range items {
		if name, ok := NameOf(item, diags); ok {
			out = append(out, Name{V: name, Range: item.Range(), Set: true})
		}
	}
	return out, true
}

// ItemsOf returns the items of a list in brackets.
func ItemsOf(expr hclsyntax.Expression) ([]hclsyntax.Expression, bool) {
	list, ok := Unwrap(expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, false
	}
	return list.Exprs, true
}

// Unwrap takes off parentheses.
func Unwrap(expr hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := expr.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return expr
		}
		expr = p.Expression
	}
}

// BoolOf reads true or false.
func BoolOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) (bool, bool) {
	if lit, ok := expr.(*hclsyntax.LiteralValueExpr); ok && lit.Val.Type() == cty.Bool && lit.Val.IsKnown() && !lit.Val.IsNull() {
		return lit.Val.True(), true
	}
	*diags = append(*diags, diag.Error("M012", expr.Range(), "true or false is expected here", "Write true or false, without quotes."))
	return false, false
}

// NumberOf returns the number that expr is, negative ones included.
func NumberOf(expr hclsyntax.Expression) (*big.Float, bool) {
	expr = Unwrap(expr)
	if u, ok := expr.(*hclsyntax.UnaryOpExpr); ok && u.Op == hclsyntax.OpNegate {
		f, ok := NumberOf(u.Val)
		if !ok {
			return nil, false
		}
		return new(big.Float).Neg(f), true
	}
	lit, ok := expr.(*hclsyntax.LiteralValueExpr)
	if !ok || lit.Val.Type() != cty.Number || lit.Val.IsNull() || !lit.Val.IsKnown() {
		return nil, false
	}
	return lit.Val.AsBigFloat(), true
}

// IntOf reads a whole number from min to max.
func IntOf(expr hclsyntax.Expression, min, max int64, diags *hcl.Diagnostics) (int64, bool) {
	f, ok := NumberOf(expr)
	if !ok || !f.IsInt() {
		*diags = append(*diags, diag.Error("M012", expr.Range(), "a whole number is expected here", intRange(min, max)))
		return 0, false
	}
	v, accuracy := f.Int64()
	if accuracy != big.Exact || v < min || v > max {
		*diags = append(*diags, diag.Error("M014", expr.Range(), "number out of range", intRange(min, max)))
		return 0, false
	}
	return v, true
}

func intRange(min, max int64) string {
	switch {
	case max == math.MaxInt64 && min == math.MinInt64:
		return "Write a whole number of at most 64 bits, without quotes."
	case max == math.MaxInt64:
		return fmt.Sprintf("Write a whole number of at least %d, without quotes.", min)
	}
	return fmt.Sprintf("Write a whole number from %d to %d, without quotes.", min, max)
}

func amountOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) (float64, bool) {
	f, ok := NumberOf(expr)
	if !ok {
		*diags = append(*diags, diag.Error("M012", expr.Range(), "a number is expected here", "Write a number of at least 0, without quotes."))
		return 0, false
	}
	v, _ := f.Float64()
	if v < 0 || math.IsInf(v, 0) || v > 1e15 {
		*diags = append(*diags, diag.Error("M014", expr.Range(), "number out of range", "Write a number from 0 to 1e15; fractions are fine."))
		return 0, false
	}
	return v, true
}

// KeyOf reads the key of an item in braces: a bare word or a literal string.
func KeyOf(expr hclsyntax.Expression, diags *hcl.Diagnostics) (string, bool) {
	if key, ok := expr.(*hclsyntax.ObjectConsKeyExpr); ok {
		if word := hcl.ExprAsKeyword(key.Wrapped); word != "" && !key.ForceNonLiteral {
			return word, true
		}
		expr = key.Wrapped
	}
	return TextOf(expr, diags)
}
