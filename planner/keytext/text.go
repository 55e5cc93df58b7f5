package keytext

import (
	"fmt"
	"strings"
)

// escapes are the characters that stand for the bytes 0, 1, 2, … after the
// escape character.
const escapes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Escape returns the escape character that goes with delimiter d.
func Escape(d byte) byte { return d + 1 }

// escapePlain escapes the delimiter and the escape character.
func escapePlain(d byte, s string) string {
	return escapeIf(d, s, func(b byte) bool { return b == d || b == Escape(d) })
}

// escapeSorted escapes every byte up to and including the escape character, so
// that a delimiter after the text sorts below everything that can continue it.
func escapeSorted(d byte, s string) string {
	return escapeIf(d, s, func(b byte) bool { return b <= Escape(d) })
}

func escapeIf(d byte, s string, special func(byte) bool) string {
	var out strings.Builder
	for i := range len(s) {
		if !special(s[i]) {
			out.WriteByte(s[i])
			continue
		}
		out.WriteByte(Escape(d))
		out.WriteByte(escapes[s[i]])
	}
	return out.String()
}

// unescape reads both escaped forms. What Encode would not have written is
// found by encoding the result again.
func unescape(d byte, text string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != Escape(d) {
			out.WriteByte(text[i])
			continue
		}
		i++
		if i == len(text) {
			return "", fmt.Errorf("key text %q ends within an escape", text)
		}
		b := strings.IndexByte(escapes, text[i])
		if b < 0 {
			return "", fmt.Errorf("key text %q holds an unknown escape", text)
		}
		out.WriteByte(byte(b))
	}
	return out.String(), nil
}

// Bytes of texts of fixed width lie between '-' and 'z', so that mirroring them
// there reverses their order and makes no delimiter and no escape character.
const mirror = '-' + 'z'

// complement reverses the order of texts of fixed width; it is its own inverse.
func complement(text string) (string, error) {
	out := []byte(text)
	for i, b := range out {
		if b < '-' || b > 'z' {
			return "", fmt.Errorf("key text %q cannot be complemented", text)
		}
		out[i] = mirror - b
	}
	return string(out), nil
}
