package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// app is what every command has: the three streams and the flags of the root.
type app struct {
	in       io.Reader
	out, err io.Writer
	noColor  bool
}

// color says whether w is a terminal that wants colour.
func (a *app) color(w io.Writer) bool {
	_, isTerm := terminal(w)
	return isTerm && !a.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// width is the columns of w, 0 where it is no terminal: lines are then as long
// as they need to be.
func (a *app) width(w io.Writer) int {
	fd, isTerm := terminal(w)
	if !isTerm {
		return 0
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		return 0
	}
	return width
}

func terminal(w io.Writer) (fd int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}
