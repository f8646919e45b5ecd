package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"k8s.io/client-go/tools/clientcmd"
)

// replica is one process of one of Fournos' programs.
type replica struct {
	program installed
	number  int
	log     string
	env     []string

	mu      sync.Mutex
	command *exec.Cmd
	ended   chan struct{}
}

// firstReplicaPort is among the thousand ports of the hub, where none of its own programs listens.
const firstReplicaPort = 500

// newReplicas makes so many replicas of each program. They reach the API server through the proxy, as whoever the
// program is on a hub.
func newReplicas(h *hub, programs map[string]installed, count int, p *proxy) ([]*replica, error) {
	var all []*replica
	for at, name := range slices.Sorted(maps.Keys(programs)) {
		program := programs[name]
		kubeconfig, err := throughProxy(h, program, p)
		if err != nil {
			return nil, err
		}
		for number := range count {
			port := h.ports + firstReplicaPort + 3*(at*count+number)
			r := &replica{program: program, number: number, log: filepath.Join(h.dir, "logs", fmt.Sprintf("%s-%d.log", name, number))}
			// The later of two values of a variable counts.
			r.env = append(slices.Clone(program.Env),
				"KUBECONFIG="+kubeconfig,
				fmt.Sprintf("POD_NAME=%s-%d", name, number),
				fmt.Sprintf("METRICS_PROMETHEUS_PORT=%d", port),
				fmt.Sprintf("PROFILING_PORT=%d", port+1),
				fmt.Sprintf("PROBES_PORT=%d", port+2),
			)
			all = append(all, r)
		}
	}
	return all, nil
}

// throughProxy writes a kubeconfig that is the program's but for the server.
func throughProxy(h *hub, program installed, p *proxy) (string, error) {
	file := ""
	for _, variable := range program.Env {
		if value, is := strings.CutPrefix(variable, "KUBECONFIG="); is {
			file = value
		}
	}
	config, err := clientcmd.LoadFromFile(file)
	if err != nil {
		return "", fmt.Errorf("the kubeconfig of %s: %w", program.Name, err)
	}
	for _, cluster := range config.Clusters {
		cluster.Server, cluster.CertificateAuthority, cluster.CertificateAuthorityData = p.address, "", p.authority
	}
	out := filepath.Join(h.dir, "kubeconfigs", program.Name+"-through-proxy")
	return out, clientcmd.WriteToFile(*config, out)
}

func (r *replica) String() string { return fmt.Sprintf("%s-%d", r.program.Name, r.number) }

// ensure starts the replica if it does not run, and tells whether it had to.
func (r *replica) ensure() (started bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.command != nil {
		select {
		case <-r.ended:
		default:
			return false, nil
		}
	}
	log, err := os.OpenFile(r.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return false, err
	}
	defer log.Close()
	command := exec.Command(r.program.Path, r.program.Args...)
	command.Env, command.Dir, command.Stdout, command.Stderr = r.env, r.program.Dir, log, log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return false, err
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait() // How it ended is in its log.
		close(ended)
	}()
	r.command, r.ended = command, ended
	return true, nil
}

// kill ends the replica as a crash does, if it runs.
func (r *replica) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.command == nil {
		return
	}
	_ = r.command.Process.Kill() // One that has ended by itself is as dead.
	<-r.ended
}
