package support

import (
	"errors"
	"fmt"
	"strings"
)

// The conditions that callers handle. Test for them with errors.Is; the SDK's
// own errors stay reachable with errors.As.
var (
	// ErrNotFound says that the item is not there, or is past its time.
	ErrNotFound = errors.New("item not found")
	// ErrExists says that Create found the key taken.
	ErrExists = errors.New("item exists")
	// ErrConflict says that the item is no longer what the caller or this
	// package took it to be: its version or a companion attribute differs.
	ErrConflict = errors.New("item has changed")
	// ErrCondition says that a condition given with If does not hold.
	ErrCondition = errors.New("condition does not hold")
	// ErrNotSingle says that a read of one item found a second.
	ErrNotSingle = errors.New("more than one item")
	// ErrCursor says that a cursor is not of this call, or was altered.
	ErrCursor = errors.New("cursor is not of this call")
	// ErrInvalid says that a value cannot be stored or asked for, or that a
	// stored item cannot be read.
	ErrInvalid = errors.New("invalid value")
)

// ErrUnique says that another item has the values of a unique constraint. Test
// for it with errors.As.
type ErrUnique struct {
	// Name is the constraint's name in the model.
	Name string
}

// Error implements error.
func (e *ErrUnique) Error() string { return "another item has the same " + e.Name }

// failure is what every method returns: what was asked, of which key, what it
// means, and the SDK's error behind it.
type failure struct {
	operation string
	key       string
	kind      error // nil where the cause says it all
	cause     error // nil where there was no request
}

func (f *failure) Error() string {
	var b strings.Builder
	b.WriteString(f.operation)
	if f.key != "" {
		b.WriteString(" " + f.key)
	}
	if f.kind != nil {
		b.WriteString(": " + f.kind.Error())
	}
	if f.cause != nil {
		b.WriteString(": " + f.cause.Error())
	}
	return b.String()
}

func (f *failure) Unwrap() []error {
	var out []error
	if f.kind != nil {
		out = append(out, f.kind)
	}
	if f.cause != nil {
		out = append(out, f.cause)
	}
	return out
}

// invalid is an ErrInvalid that names the attribute.
func invalid(attribute, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrInvalid, attribute, fmt.Sprintf(format, args...))
}
