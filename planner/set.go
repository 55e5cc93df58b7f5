package planner

import (
	"iter"
	"math/bits"
)

// set is a set of attributes of one entity, by their position in entity.attrs.
type set uint64

func only(i int) set { return 1 << i }

func (s set) has(i int) bool        { return s&only(i) != 0 }
func (s set) within(o set) bool     { return s&^o == 0 }
func (s set) size() int             { return bits.OnesCount64(uint64(s)) }
func (s set) intersects(o set) bool { return s&o != 0 }

// each yields the members in order.
func (s set) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(bits.TrailingZeros64(uint64(s))) {
				return
			}
		}
	}
}

// subsets yields every subset of s, the empty one first.
func (s set) subsets() iter.Seq[set] {
	return func(yield func(set) bool) {
		for sub := set(0); ; sub = (sub - s) & s {
			if !yield(sub) || sub == s {
				return
			}
		}
	}
}
