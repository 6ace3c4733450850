package metrics

import (
	"bytes"
	"math"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

// Requests and Connections are the upper bounds of histogram buckets, in seconds. The bounds for requests equal those
// of the .NET services; the bounds for connections are the defaults of ASP.NET Core.
var (
	Requests    = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5}
	Connections = []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300}
)

// Histograms are the series of one histogram metric, one series for each key. The labels of a series are made from its
// key.
type Histograms[K comparable] struct {
	name   string
	bounds []float64
	labels func(K) string
	mu     sync.RWMutex
	series map[K]*series
}

// A series has one bucket for each upper bound, which counts the durations above the previous bound. The last bucket
// has no upper bound.
type series struct {
	buckets []atomic.Int64
	nanos   atomic.Int64
}

// NewHistograms adds a histogram metric to a registry. The series of a key exists from the first observation with that
// key.
func NewHistograms[K comparable](r *Registry, name, help string, bounds []float64, labels func(K) string) *Histograms[K] {
	h := &Histograms[K]{name: name, bounds: bounds, labels: labels, series: map[K]*series{}}
	r.addFamily(func(text *bytes.Buffer) {
		writeHead(text, name, "histogram", help)
		h.write(text)
	})
	return h
}

// Observe counts a duration in the series with the given key.
func (h *Histograms[K]) Observe(key K, took time.Duration) {
	s := h.seriesOf(key)
	s.buckets[sort.SearchFloat64s(h.bounds, took.Seconds())].Add(1)
	s.nanos.Add(int64(took))
}

func (h *Histograms[K]) seriesOf(key K) *series {
	h.mu.RLock()
	s := h.series[key]
	h.mu.RUnlock()
	if s != nil {
		return s
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if s = h.series[key]; s == nil {
		s = &series{buckets: make([]atomic.Int64, len(h.bounds)+1)}
		h.series[key] = s
	}
	return s
}

func (h *Histograms[K]) write(text *bytes.Buffer) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for key, s := range h.series {
		labels := h.labels(key)
		prefix := labels
		if prefix != "" {
			prefix += ","
		}
		var count int64
		for i := range s.buckets {
			count += s.buckets[i].Load()
			bound := math.Inf(1)
			if i < len(h.bounds) {
				bound = h.bounds[i]
			}
			writeSample(text, h.name+"_bucket", prefix+Label("le", number(bound)), float64(count))
		}
		writeSample(text, h.name+"_sum", labels, time.Duration(s.nanos.Load()).Seconds())
		writeSample(text, h.name+"_count", labels, float64(count))
	}
}
