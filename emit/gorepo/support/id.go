package support

import (
	"crypto/rand"
	"encoding/hex"
	"math/big"
	mathrand "math/rand/v2"
	"strings"
	"time"
)

const (
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	// ksuidEpoch is 2014-05-13T16:53:20Z, in seconds.
	ksuidEpoch = 1400000000
	maxKSUID   = "aWgEPTl1tmebfsQzFP4bxwgy80V"
)

// newULID is 48 bits of milliseconds and 80 of chance.
func newULID(now time.Time) string {
	var b [16]byte
	_, _ = rand.Read(b[6:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	return inBase(b[:], crockford, 26)
}

// newKSUID is 32 bits of seconds and 128 of chance.
func newKSUID(now time.Time) string {
	var b [20]byte
	_, _ = rand.Read(b[4:]) // never fails
	s := uint32(now.Unix() - ksuidEpoch)
	for i := range 4 {
		b[i] = byte(s >> (24 - 8*i))
	}
	return inBase(b[:], digits, 27)
}

// newUUID is a random one, version 4.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	s := hex.EncodeToString(b[:])
	return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
}

// inBase writes the number b in width digits of the alphabet.
func inBase(b []byte, alphabet string, width int) string {
	n, base, rest := new(big.Int).SetBytes(b), big.NewInt(int64(len(alphabet))), new(big.Int)
	out := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		n.DivMod(n, base, rest)
		out[i] = alphabet[rest.Int64()]
	}
	return string(out)
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range []byte(s) {
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return false
			}
		}
	}
	return true
}

func isULID(s string) bool {
	return len(s) == 26 && s[0] <= '7' && only(s, crockford)
}

func isKSUID(s string) bool {
	return len(s) == 27 && s <= maxKSUID && only(s, digits)
}

func only(s, alphabet string) bool {
	for i := range len(s) {
		if strings.IndexByte(alphabet, s[i]) < 0 {
			return false
		}
	}
	return true
}

// expiry is after from now, later by up to jitter percent of it so that items
// written together do not expire together.
func expiry(now time.Time, after time.Duration, jitter int) time.Time {
	if spread := int64(after) / 100 * int64(jitter); spread > 0 {
		after += time.Duration(mathrand.Int64N(spread + 1))
	}
	return second.cut(now.Add(after))
}
