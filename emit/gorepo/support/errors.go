package support

import (
	"errors"
	"fmt"
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

// failure is what every method returns: what was asked, of which key, and why
// there is no answer.
type failure struct {
	operation, key string
	err            error
}

func (f *failure) Error() string {
	if f.key == "" {
		return f.operation + ": " + f.err.Error()
	}
	return f.operation + " " + f.key + ": " + f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// meant is what the SDK's error means.
type meant struct{ kind, cause error }

func (m *meant) Error() string   { return m.kind.Error() + ": " + m.cause.Error() }
func (m *meant) Unwrap() []error { return []error{m.kind, m.cause} }

// invalid is an ErrInvalid that names the attribute.
func invalid(attribute, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrInvalid, attribute, fmt.Sprintf(format, args...))
}
