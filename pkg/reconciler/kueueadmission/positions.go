package kueueadmission

import (
	"context"
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	kueuev1beta2 "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// How often Kueue is asked for positions. All gates of a LocalQueue share one answer, and each that has moved costs a
// write of its status: so the more wait, the less often they hear of it.
const (
	// afterMove lets Kueue see what we have seen, and several moves be one.
	afterMove = time.Second
	// leastInterval is between two requests for one LocalQueue, and perGate is added for each gate that waits there.
	leastInterval, perGate = 2 * time.Second, 50 * time.Millisecond
	// afterError is the interval when Kueue did not answer.
	afterError = 30 * time.Second
	// moreTries is how often Kueue is asked again, ever more slowly, when it did not answer or lacked somebody.
	moreTries = 3
)

// position is a place in a queue, from 1 on.
type position struct {
	inLocalQueue, inClusterQueue int32
}

// words says for people where a Workload stands.
func (p position) words(localQueue, clusterQueue string) string {
	return fmt.Sprintf("%s in LocalQueue %s, %s in ClusterQueue %s",
		roughly(p.inLocalQueue), localQueue, roughly(p.inClusterQueue), clusterQueue)
}

// roughly is a position that is the less exact the further away its turn is.
func roughly(n int32) string {
	switch {
	case n <= 20:
		return fmt.Sprint(n)
	case n <= 100:
		return fmt.Sprintf("above %d", (n-1)/10*10)
	}
	return fmt.Sprintf("above %d", (n-1)/100*100)
}

// positions knows where the Workloads of gates stand in their queues. It asks Kueue only while a gate waits that this
// replica leads, and only after something has moved.
type positions struct {
	ctx context.Context
	now func() time.Time
	// later calls a function after some time.
	later func(time.Duration, func())
	// pending asks Kueue for the positions of those in a LocalQueue, by name.
	pending func(ctx context.Context, queue types.NamespacedName) (map[string]position, error)
	// waiting lists the Workloads of gates in a LocalQueue that this replica leads.
	waiting func(queue types.NamespacedName) []*kueuev1beta2.Workload
	// changed has a gate looked at.
	changed func(gate types.NamespacedName)

	mu     sync.Mutex
	queues map[types.NamespacedName]*queuePositions
}

type queuePositions struct {
	known map[string]position
	// notBefore is when Kueue may be asked again, scheduled that it will be.
	notBefore time.Time
	scheduled bool
	// tries counts the requests since the last move.
	tries int
}

// of is where a Workload stands, as far as is known.
func (p *positions) of(w *kueuev1beta2.Workload) (position, bool) {
	queue := types.NamespacedName{Namespace: w.Namespace, Name: string(w.Spec.QueueName)}
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.queues[queue]
	if q == nil {
		p.schedule(queue) // The first one that waits here.
		return position{}, false
	}
	found, ok := q.known[w.Name]
	return found, ok
}

// moved tells that positions in a LocalQueue may have changed.
func (p *positions) moved(queue types.NamespacedName) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q := p.queues[queue]; q != nil { // Or nobody has waited there, that we lead.
		q.tries = 0
		p.schedule(queue)
	}
}

// schedule has Kueue asked as soon as it may be. The lock is held.
func (p *positions) schedule(queue types.NamespacedName) {
	q := p.queues[queue]
	if q == nil {
		q = &queuePositions{}
		p.queues[queue] = q
	}
	if q.scheduled {
		return
	}
	q.scheduled = true
	p.later(max(afterMove, q.notBefore.Sub(p.now())), func() { p.ask(queue) })
}

// ask asks Kueue, and has the gates looked at whose positions have changed.
func (p *positions) ask(queue types.NamespacedName) {
	waiting := p.waiting(queue)
	p.mu.Lock()
	q := p.queues[queue]
	q.scheduled = false // What moves from now on may be too late for this answer.
	if p.ctx.Err() != nil || len(waiting) == 0 {
		delete(p.queues, queue)
		p.mu.Unlock()
		return
	}
	interval := max(leastInterval, time.Duration(len(waiting))*perGate)
	q.notBefore = p.now().Add(interval)
	p.mu.Unlock()

	found, err := p.pending(p.ctx, queue)

	p.mu.Lock()
	if err != nil {
		interval = max(interval, afterError)
	}
	lacks := false
	var changed []types.NamespacedName
	for _, w := range waiting {
		before, knew := q.known[w.Name]
		after, knows := found[w.Name]
		lacks = lacks || !knows
		if knew != knows || before.words("", "") != after.words("", "") {
			changed = append(changed, types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations[customRunAnnotation]})
		}
	}
	q.known = found
	q.notBefore = p.now().Add(interval << q.tries)
	if lacks && q.tries < moreTries {
		q.tries++
		p.schedule(queue)
	}
	p.mu.Unlock()

	for _, gate := range changed {
		p.changed(gate)
	}
}
