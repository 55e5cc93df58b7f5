package emit

import "bytes"

// Report is how a set differs from what stands on disk, each list in the order
// of directories and paths.
type Report struct {
	// Missing files are in the set and not on disk, Different ones have other
	// bytes there, and Stale ones are on disk alone.
	Missing, Different, Stale []string
}

// Clean says that there is no difference.
func (r *Report) Clean() bool {
	return len(r.Missing) == 0 && len(r.Different) == 0 && len(r.Stale) == 0
}

// Check compares the set with the files under base, the model's directory, and
// writes nothing. The error is a *ConflictError where Write would refuse.
func (s *Set) Check(base string) (*Report, error) {
	dirs, err := s.survey(base)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	for _, d := range dirs {
		switch {
		case d.old == nil:
			r.Missing = append(r.Missing, d.show(manifestName))
		case !bytes.Equal(d.oldBytes, d.next.bytes(Header(s.source))):
			r.Different = append(r.Different, d.show(manifestName))
		}
		for _, w := range d.missing {
			r.Missing = append(r.Missing, d.show(w.Path))
		}
		for _, w := range d.differing {
			r.Different = append(r.Different, d.show(w.Path))
		}
		for _, path := range d.stale {
			r.Stale = append(r.Stale, d.show(path))
		}
	}
	return r, nil
}
