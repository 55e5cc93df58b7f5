package support

import (
	"sort"
	"strconv"
	"strings"
	"sync"
)

// lower maps each code point of s to its lower case, by a table that never
// changes: keys are made of the result.
func lower(s string) string {
	return strings.Map(func(r rune) rune { return fold(r, 'A', 'Z', lowerRuns) }, s)
}

// upper is the opposite of lower.
func upper(s string) string {
	return strings.Map(func(r rune) rune { return fold(r, 'a', 'z', upperRuns) }, s)
}

// run is code points first to last, every step-th, that are mapped by adding
// add.
type run struct{ first, last, step, add rune }

func fold(r, a, z rune, table func() []run) rune {
	if r < 0x80 {
		if a <= r && r <= z {
			return r ^ 0x20
		}
		return r
	}
	runs := table()
	i := sort.Search(len(runs), func(i int) bool { return runs[i].first > r })
	for ; i > 0 && runs[i-1].first > r-overlap; i-- {
		if u := runs[i-1]; r <= u.last && (r-u.first)%u.step == 0 {
			return r + u.add
		}
	}
	return r
}

// readRuns reads a table of runs: for each its first code point as distance
// from the one before, its length, step and what to add, in base 36.
func readRuns(table string) func() []run {
	return sync.OnceValue(func() (runs []run) {
		var first rune
		for s := range strings.FieldsSeq(table) {
			var n [4]rune
			for i, f := range strings.SplitN(s, ",", 4) {
				v, _ := strconv.ParseInt(f, 36, 32) // written by this package's generator
				n[i] = rune(v)
			}
			first += n[0]
			runs = append(runs, run{first, first + n[1], n[2], n[3]})
		}
		return runs
	})
}

// lowerRuns are the simple mappings of Unicode 15.0.0 beyond ASCII.
var lowerRuns = readRuns(`
5c,m,1,w o,6,1,w 14,1a,2,1 1c,0,1,-5j 2,4,2,1 7,e,2,1 h,18,2,1 1a,0,1,-3d 1,4,2,1 8,0,1,5u 1,2,2,1 4,0,1,5q 1,0,1,1
2,1,1,5p 2,0,1,1 3,0,1,27 1,0,1,5m 1,0,1,5n 1,0,1,1 2,0,1,5p 1,0,1,5r 2,0,1,5v 1,0,1,5t 1,0,1,1 4,0,1,5v 1,0,1,5x
2,0,1,5y 1,4,2,1 6,0,1,62 1,0,1,1 2,0,1,62 3,0,1,1 2,0,1,62 1,0,1,1 2,1,1,61 2,2,2,1 4,0,1,63 1,0,1,1 4,0,1,1 8,0,1,2
1,0,1,1 2,0,1,2 1,0,1,1 2,0,1,2 1,g,2,1 j,g,2,1 j,0,1,2 1,2,2,1 4,0,1,-2p 1,0,1,-1k 1,12,2,1 14,0,1,-3m 2,g,2,1
o,0,1,8bv 1,0,1,1 2,0,1,-4j 1,0,1,8bs 3,0,1,1 2,0,1,-5f 1,0,1,1x 1,0,1,1z 1,8,2,1 8a,2,2,1 6,0,1,1 9,0,1,38 7,0,1,12
2,2,1,11 4,0,1,1s 2,1,1,1r 3,g,1,w i,8,1,w 18,0,1,8 9,m,2,1 s,0,1,-1o 3,0,1,1 2,0,1,-7 1,0,1,1 3,2,1,-3m 3,f,1,28
g,v,1,w 28,w,2,1 16,1g,2,1 1i,0,1,f 1,c,2,1 f,2m,2,1 2p,11,1,1c 29b,11,1,5ls 13,0,1,5ls 6,0,1,5ls k3,27,1,tzk 28,5,1,8
1pc,16,1,-2bk 19,2,1,-2bk 8z,44,2,1 4e,0,1,-5vj 2,2m,2,1 2w,7,1,-8 g,5,1,-8 g,7,1,-8 g,7,1,-8 g,5,1,-8 h,6,2,-8
f,7,1,-8 w,7,1,-8 g,7,1,-8 g,7,1,-8 g,1,1,-8 2,1,1,-22 2,0,1,-9 c,3,1,-2e 4,0,1,-9 c,1,1,-8 2,1,1,-2s e,1,1,-8
2,1,1,-34 2,0,1,-7 c,1,1,-3k 2,1,1,-3i 2,0,1,-9 8a,0,1,-5st 4,0,1,-6gv 1,0,1,-6di 7,0,1,s 1a,f,1,g z,0,1,1 mr,p,1,q
1fu,1b,1,1c 2o,0,1,1 2,0,1,-8af 1,0,1,-2xy 1,0,1,-89z 3,4,2,1 6,0,1,-8bg 1,0,1,-8al 1,0,1,-8bj 1,0,1,-8bi 2,0,1,1
3,0,1,1 9,1,1,-8cf 2,2q,2,1 2z,2,2,1 7,0,1,1 nym,18,2,1 1s,q,2,1 4i,c,2,1 g,1o,2,1 1z,2,2,1 4,0,1,-r9g 1,8,2,1 d,0,1,1
2,0,1,-wmg 3,2,2,1 6,i,2,1 k,0,1,-wn8 1,0,1,-wnj 1,0,1,-wnf 1,0,1,-wn5 1,0,1,-wn8 2,0,1,-wlu 1,0,1,-wmi 1,0,1,-wlx
1,0,1,ps 1,e,2,1 g,0,1,-1c 1,0,1,-wn7 1,0,1,-raw 1,2,2,1 9,0,1,1 6,2,2,1 v,0,1,1 h7w,p,1,w yn,13,1,14 4w,z,1,14
5c,10,2,13 1,8,2,13 c,c,2,13 g,4,2,13 8,0,1,13 1d7,1e,1,1s 2e8,v,1,w gww,v,1,w o8w,x,1,y`)

// upperRuns are the simple mappings of Unicode 15.0.0 beyond ASCII.
var upperRuns = readRuns(`
51,0,1,kn 17,m,1,-w o,6,1,-w 7,0,1,3d 2,1a,2,-1 1c,0,1,-6g 2,4,2,-1 7,e,2,-1 h,18,2,-1 1b,4,2,-1 5,0,1,-8c 1,0,1,5f
3,2,2,-1 5,0,1,-1 4,0,1,-1 6,0,1,-1 3,0,1,2p 4,0,1,-1 1,0,1,4j 4,0,1,3m 3,4,2,-1 7,0,1,-1 5,0,1,-1 3,0,1,-1 4,2,2,-1
5,0,1,-1 4,0,1,-1 2,0,1,1k 6,0,1,-1 1,0,1,-2 2,0,1,-1 1,0,1,-2 2,0,1,-1 1,0,1,-2 2,e,2,-1 f,0,1,-27 2,g,2,-1 j,0,1,-1
1,0,1,-2 2,0,1,-1 4,12,2,-1 16,g,2,-1 p,0,1,-1 3,1,1,8cf 3,0,1,-1 5,8,2,-1 9,0,1,8bj 1,0,1,8bg 1,0,1,8bi 1,0,1,-5u
1,0,1,-5q 2,1,1,-5p 3,0,1,-5m 2,0,1,-5n 1,0,1,wnj 4,0,1,-5p 1,0,1,wnf 2,0,1,-5r 2,0,1,wmg 1,0,1,wn8 2,0,1,-5t
1,0,1,-5v 1,0,1,wn8 1,0,1,8af 1,0,1,wn5 3,0,1,-5v 2,0,1,8al 1,0,1,-5x 3,0,1,-5y 8,0,1,89z 3,0,1,-62 2,0,1,wn7
1,0,1,-62 4,0,1,wmi 1,0,1,-62 1,0,1,-1x 1,1,1,-61 2,0,1,-1z 6,0,1,-63 b,0,1,wlx 1,0,1,wlu 4n,0,1,2c 18,2,2,-1 6,0,1,-1
4,2,1,3m 1d,0,1,-12 1,2,1,-11 4,g,1,-w h,0,1,-v 1,8,1,-w 9,0,1,-1s 1,1,1,-1r 3,0,1,-1q 1,0,1,-1l 4,0,1,-1b 1,0,1,-1i
1,0,1,-8 2,m,2,-1 n,0,1,-2e 1,0,1,-28 1,0,1,7 1,0,1,-38 2,0,1,-2o 3,0,1,-1 3,0,1,-1 1h,v,1,-w w,f,1,-28 h,w,2,-1
16,1g,2,-1 1j,c,2,-1 d,0,1,-f 2,2m,2,-1 40,11,1,-1c 29b,16,1,2bk 19,2,1,2bk l7,5,1,-8 1oo,0,1,-4tq 1,0,1,-4tp
1,0,1,-4tg 1,1,1,-4te 2,0,1,-4tf 1,0,1,-4t8 1,0,1,-4rp 1,0,1,r7m 6p,0,1,r9g 4,0,1,2xy h,0,1,raw 37,44,2,-1 4a,0,1,-1n
6,2m,2,-1 2n,7,1,8 g,5,1,8 g,7,1,8 g,7,1,8 g,5,1,8 h,6,2,8 f,7,1,8 g,1,1,22 2,3,1,2e 4,1,1,2s 2,1,1,3k 2,1,1,34
2,1,1,3i 4,7,1,8 g,7,1,8 g,7,1,8 g,1,1,8 3,0,1,9 b,0,1,-5k5 5,0,1,9 d,1,1,8 g,1,1,8 5,0,1,7 e,0,1,9 9n,0,1,-s y,f,1,-g
k,0,1,-1 ng,p,1,-q 1gg,1b,1,-1c 1d,0,1,-1 4,0,1,-8bv 1,0,1,-8bs 2,4,2,-1 b,0,1,-1 3,0,1,-1 b,2q,2,-1 2z,2,2,-1
7,0,1,-1 d,11,1,-5ls 13,0,1,-5ls 6,0,1,-5ls nx0,18,2,-1 1s,q,2,-1 4i,c,2,-1 g,1o,2,-1 1z,2,2,-1 5,8,2,-1 d,0,1,-1
5,2,2,-1 3,0,1,1c 3,i,2,-1 u,e,2,-1 j,2,2,-1 9,0,1,-1 6,2,2,-1 v,0,1,-1 nx,0,1,-ps t,27,1,-tzk gk1,p,1,-w yv,13,1,-14
4w,z,1,-14 5b,10,2,-13 1,8,2,-13 c,c,2,-13 g,4,2,-13 8,0,1,-13 1dw,1e,1,-1s 2dc,v,1,-w gww,v,1,-w o8y,x,1,-y`)

// overlap is more than the widest run.
const overlap = 149
