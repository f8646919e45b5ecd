package test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// auditLog is the local hub's audit log, from the top of the checkout. What the API server has put aside has the time
// of that in its name, behind the "audit".
const auditLog = ".hub/logs/audit.log"

// podExtra is what a token says that was given to a Pod.
const podExtra = "authentication.kubernetes.io/pod-name"

// Request is what the API server's audit log says of a request.
type Request struct {
	User struct {
		Username string              `json:"username"`
		Extra    map[string][]string `json:"extra"`
	} `json:"user"`
	Verb      string `json:"verb"`
	URI       string `json:"requestURI"`
	ObjectRef struct {
		APIGroup    string `json:"apiGroup"`
		Resource    string `json:"resource"`
		Namespace   string `json:"namespace"`
		Name        string `json:"name"`
		Subresource string `json:"subresource"`
	} `json:"objectRef"`
	ResponseStatus struct {
		Code int `json:"code"`
	} `json:"responseStatus"`
	Received time.Time `json:"requestReceivedTimestamp"`
	// Annotations are the API server's remarks, such as which binding allowed the request.
	Annotations map[string]string `json:"annotations"`
}

// FromPod tells whether the request came with the token of a Pod, and not with one that a test has asked for.
func (r *Request) FromPod() bool { return len(r.User.Extra[podExtra]) > 0 }

// ControllerUser is who the controller is to the API server.
const ControllerUser = "system:serviceaccount:" + SystemNamespace + ":fournos-controller"

// QuotaUser is who gives quota back, to the API server.
const QuotaUser = "system:serviceaccount:" + SystemNamespace + ":fournos-quota"

// Requests reads from the local hub's audit log what a user asked for since a time.
func Requests(t testing.TB, user string, since time.Time) []Request {
	t.Helper()
	var requests []Request
	err := readRequests(filepath.Join(Top(t), auditLog), func(request *Request) {
		if request.User.Username == user && request.Received.After(since) {
			requests = append(requests, *request)
		}
	})
	if err != nil {
		t.Fatalf("the API server's audit log: %v", err)
	}
	return requests
}

// EachRequest reads the local hub's whole audit log, oldest first, also what was put aside when a file was full.
func EachRequest(t testing.TB, do func(*Request)) {
	t.Helper()
	current := filepath.Join(Top(t), auditLog)
	older, err := filepath.Glob(strings.TrimSuffix(current, ".log") + "-*.log")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(older) // By the times in their names.
	for _, name := range append(older, current) {
		if err := readRequests(name, do); err != nil {
			t.Fatalf("the API server's audit log: %v", err)
		}
	}
}

func readRequests(name string, do func(*Request)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // What is not a whole line yet comes with the next read.
		}
		if err != nil {
			return err
		}
		var request Request
		if err := json.Unmarshal(line, &request); err != nil {
			return &fs.PathError{Op: "reading " + string(line), Path: name, Err: err}
		}
		do(&request)
	}
}
