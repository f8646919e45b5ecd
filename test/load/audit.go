package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// request is what the API server's audit log says of a request.
type request struct {
	User struct {
		Username string `json:"username"`
	} `json:"user"`
	Verb      string `json:"verb"`
	URI       string `json:"requestURI"`
	ObjectRef struct {
		Resource    string `json:"resource"`
		Name        string `json:"name"`
		Subresource string `json:"subresource"`
	} `json:"objectRef"`
	ResponseStatus struct {
		Code int `json:"code"`
	} `json:"responseStatus"`
	Received time.Time `json:"requestReceivedTimestamp"`
}

// reads tells whether a request changes nothing.
func (r *request) reads() bool { return r.Verb == "get" || r.Verb == "list" }

// refused tells whether a request came to nothing, such as a write over a version that is not the newest.
func (r *request) refused() bool { return r.ResponseStatus.Code >= 400 }

func (r *request) what() string {
	resource := r.ObjectRef.Resource
	if r.ObjectRef.Subresource != "" {
		resource += "/" + r.ObjectRef.Subresource
	}
	return r.Verb + " " + resource
}

// ours reads from the audit log what Fournos' own accounts asked for since a time. Leases keep the leader, and a watch is
// renewed every few minutes by its client: those are not counted.
func (b *bench) ours(since time.Time) ([]request, error) {
	logs := filepath.Join(b.dir, "logs")
	// What the API server has put aside has the time of that in its name.
	files, err := filepath.Glob(filepath.Join(logs, "audit-*.log"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var requests []request
	for _, file := range append(files, filepath.Join(logs, "audit.log")) {
		info, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.ModTime().Before(since) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if requests, err = appendRequests(requests, file, since); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return requests, nil
}

func appendRequests(requests []request, file string, since time.Time) ([]request, error) {
	log, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	const account = "system:serviceaccount:" + systemNamespace + ":"
	lines := bufio.NewReaderSize(log, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return requests, nil // What is not a whole line yet comes with the next read.
		}
		if err != nil {
			return nil, err
		}
		if !strings.Contains(string(line), account) {
			continue
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if r.Received.After(since) && strings.HasPrefix(r.User.Username, account) && r.ObjectRef.Resource != "leases" && r.Verb != "watch" {
			requests = append(requests, r)
		}
	}
}

// untilQuiet waits until Fournos has asked for nothing for a while, but not for ever.
func (b *bench) untilQuiet(ctx context.Context, quiet time.Duration) error {
	const patience = time.Minute
	begin := time.Now()
	last := begin
	for time.Since(last) < quiet {
		if time.Since(begin) > patience {
			return fmt.Errorf("not quiet within %v", patience)
		}
		if err := pause(ctx, quiet/3); err != nil {
			return err
		}
		requests, err := b.ours(last)
		if err != nil {
			return err
		}
		for i := range requests {
			if requests[i].Received.After(last) {
				last = requests[i].Received
			}
		}
	}
	return nil
}
