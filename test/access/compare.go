package access

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Call is what an account asked of the API server, and how it was answered.
type Call struct {
	Account   string
	Verb      string
	Group     string
	Resource  string // With a subresource behind a slash; "" if it was about no resource.
	Namespace string
	Name      string
	URI       string
	Code      int
	At        time.Time
}

func (c *Call) String() string {
	if c.Resource == "" {
		return c.Account + " " + c.Verb + " " + c.URI
	}
	where := ""
	if c.Namespace != "" {
		where = " in namespace " + c.Namespace
	}
	return c.Account + " " + c.Verb + " " + kind(c.Group, c.Resource, "") + where
}

// Report is what is wrong: nothing in it may be.
type Report struct {
	// Refused are calls that no grant allowed.
	Refused []string
	// Unused are grants that no call needed.
	Unused []string
	// Unaccounted are calls that were let through by something that is no grant of these.
	Unaccounted []string
}

// Problems says all of the report, a line each.
func (r *Report) Problems() []string {
	var problems []string
	for _, part := range []struct {
		what  string
		lines []string
	}{
		{"refused, so it is missing from the account's roles or must not be asked for", r.Refused},
		{"granted and never used, so it can go, or a test must show what it is for", r.Unused},
		{"allowed by something else than the account's roles", r.Unaccounted},
	} {
		for _, line := range part.lines {
			problems = append(problems, line+": "+part.what)
		}
	}
	return problems
}

// Compare holds calls against grants. Of several grants that allow a call it takes the narrowest for used: one for all
// namespaces counts only where none for the namespace does.
//
// Who watches all of a kind is told all of it at the beginning, as by list and get. So these two give nothing beside a
// watch that is used: they are needed where an API server does not tell it, and where a cache lags behind, and not always.
//
// A refusal in a namespace while it was being deleted is no refusal: the Roles in it go, too, and it takes no more objects.
func Compare(grants []Grant, calls []Call, ending Endings) *Report {
	used := make([]bool, len(grants))
	makes := map[[2]string]bool{} // Accounts and namespaces in which they have made something.
	refused, unaccounted := map[string]int{}, map[string]int{}
	for i := range calls {
		call := &calls[i]
		if call.Code == http.StatusForbidden {
			if !ending.At(call.Namespace, call.At) {
				refused[call.String()]++
			}
			continue
		}
		if call.Resource == "" {
			continue // Such as /api and /version, which everybody may ask for.
		}
		if call.Verb == "create" && call.Code < http.StatusBadRequest {
			makes[[2]string{call.Account, call.Namespace}] = true
		}
		if at := narrowest(grants, call); at >= 0 {
			used[at] = true
		} else {
			unaccounted[call.String()]++
		}
	}
	watched := map[Grant]bool{}
	for i, grant := range grants {
		if used[i] && grant.Verb == "watch" {
			watched[grant] = true
		}
	}
	report := &Report{Refused: counted(refused), Unaccounted: counted(unaccounted)}
	for i := range grants {
		grant := &grants[i]
		if used[i] || grant.isFinalizers() && makes[[2]string{grant.Account, grant.Namespace}] || watched[grant.toWatch()] {
			continue
		}
		report.Unused = append(report.Unused, grant.String())
	}
	return report
}

// narrowest finds the grant that says most about the call, or -1.
func narrowest(grants []Grant, call *Call) int {
	found := -1
	for i := range grants {
		if grants[i].allows(call) && (found < 0 || breadth(&grants[i]) < breadth(&grants[found])) {
			found = i
		}
	}
	return found
}

func breadth(grant *Grant) int {
	breadth := 0
	if grant.Namespace == "" {
		breadth += 2
	}
	if grant.Name == "" {
		breadth++
	}
	return breadth
}

func counted(lines map[string]int) []string {
	var all []string
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		all = append(all, fmt.Sprintf("%s (%d times)", line, lines[line]))
	}
	return all
}

// Endings are when namespaces began to be deleted and when they were made (again).
type Endings map[string][]Turn

// Turn is a time from which on a namespace is ending, or is not.
type Turn struct {
	At     time.Time
	Ending bool
}

// Add notes a turn.
func (e Endings) Add(namespace string, turn Turn) {
	e[namespace] = append(e[namespace], turn)
	slices.SortStableFunc(e[namespace], func(a, b Turn) int { return cmp.Compare(a.At.UnixNano(), b.At.UnixNano()) })
}

// At tells whether a namespace was ending, or gone, at a time.
func (e Endings) At(namespace string, at time.Time) bool {
	ending := false
	for _, turn := range e[namespace] {
		if turn.At.After(at) {
			break
		}
		ending = turn.Ending
	}
	return ending
}
