package planner

func (st *state) sift()    {}
func (st *state) explain() {}
