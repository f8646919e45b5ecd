package test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// auditLog is the local hub's audit log, from the top of the checkout.
const auditLog = ".hub/logs/audit.log"

// Request is what the API server's audit log says of a request.
type Request struct {
	User struct {
		Username string `json:"username"`
	} `json:"user"`
	Verb      string `json:"verb"`
	URI       string `json:"requestURI"`
	ObjectRef struct {
		Resource    string `json:"resource"`
		Namespace   string `json:"namespace"`
		Name        string `json:"name"`
		Subresource string `json:"subresource"`
	} `json:"objectRef"`
	ResponseStatus struct {
		Code int `json:"code"`
	} `json:"responseStatus"`
	Received time.Time `json:"requestReceivedTimestamp"`
}

// ControllerUser is who the controller is to the API server.
const ControllerUser = "system:serviceaccount:" + SystemNamespace + ":fournos-controller"

// Requests reads from the local hub's audit log what a user asked for since a time.
func Requests(t testing.TB, user string, since time.Time) []Request {
	t.Helper()
	file, err := os.Open(filepath.Join(Top(t), auditLog))
	if err != nil {
		t.Fatalf("the API server's audit log: %v", err)
	}
	defer file.Close()
	var requests []Request
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return requests // What is not a whole line yet comes with the next read.
		}
		if err != nil {
			t.Fatal(err)
		}
		var request Request
		if err := json.Unmarshal(line, &request); err != nil {
			t.Fatalf("audit log: %v: %s", err, line)
		}
		if request.User.Username == user && request.Received.After(since) {
			requests = append(requests, request)
		}
	}
}
