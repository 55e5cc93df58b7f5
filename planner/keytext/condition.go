package keytext

import "github.com/keyplan/keyplan/model"

// Holds says whether the item satisfies every atom of c. A comparison over an
// absent attribute is false, != included.
func (v Values) Holds(c model.Condition) (bool, error) {
	for _, a := range c.Atoms {
		value, present, err := v.Value(a.On())
		if err != nil {
			return false, err
		}
		if !Satisfies(a, value, present) {
			return false, nil
		}
	}
	return true, nil
}

// Satisfies says whether an attribute with that value satisfies the atom.
func Satisfies(a model.Atom, value model.Value, present bool) bool {
	switch a := a.(type) {
	case model.Present:
		return present
	case model.Absent:
		return !present
	case model.Compare:
		return present && (value == a.Value) != a.Not
	case model.OneOf:
		for _, w := range a.Values {
			if present && value == w {
				return true
			}
		}
		return false
	}
	panic("keytext: unknown atom")
}
