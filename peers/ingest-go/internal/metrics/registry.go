// Package metrics counts and times, and writes the Prometheus text format 0.0.4.
package metrics

import (
	"bytes"
	"net/http"
	"sync"
	"sync/atomic"
)

// A Registry has what one process measures.
type Registry struct {
	mu       sync.Mutex
	families []func(*bytes.Buffer)
}

// NewRegistry has nothing yet.
func NewRegistry() *Registry { return &Registry{} }

// A Sample is a value of one series; its labels are written, as Label does.
type Sample struct {
	Labels string
	Value  float64
}

// Counter adds a counter without labels.
func (r *Registry) Counter(name, help string) *atomic.Int64 {
	var count atomic.Int64
	r.CounterFunc(name, help, func() float64 { return float64(count.Load()) })
	return &count
}

// CounterFunc adds a counter that is read when it is asked for.
func (r *Registry) CounterFunc(name, help string, read func() float64) {
	r.add(name, "counter", help, func() []Sample { return []Sample{{Value: read()}} })
}

// GaugeFunc adds a level without labels that is read when it is asked for.
func (r *Registry) GaugeFunc(name, help string, read func() float64) {
	r.Gauge(name, help, func() []Sample { return []Sample{{Value: read()}} })
}

// Gauge adds levels that are read when they are asked for.
func (r *Registry) Gauge(name, help string, read func() []Sample) { r.add(name, "gauge", help, read) }

// ServeHTTP answers a scrape.
func (r *Registry) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	r.mu.Lock()
	families := r.families
	r.mu.Unlock()

	var text bytes.Buffer
	for _, write := range families {
		write(&text)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write(text.Bytes())
}

func (r *Registry) add(name, kind, help string, read func() []Sample) {
	r.addFamily(func(text *bytes.Buffer) {
		writeHead(text, name, kind, help)
		for _, sample := range read() {
			writeSample(text, name, sample.Labels, sample.Value)
		}
	})
}

func (r *Registry) addFamily(write func(*bytes.Buffer)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.families = append(r.families, write)
}
