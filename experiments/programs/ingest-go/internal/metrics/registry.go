// Package metrics has counters, gauges and histograms, and writes them in the Prometheus text format 0.0.4.
package metrics

import (
	"bytes"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A Registry has all metrics of a process.
type Registry struct {
	mu       sync.Mutex
	families []func(*bytes.Buffer)
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{} }

// A Sample is the value of one series of a metric, with its labels in the text format.
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

// CounterFunc adds a counter whose value is read at each scrape.
func (r *Registry) CounterFunc(name, help string, read func() float64) {
	r.add(name, "counter", help, func() []Sample { return []Sample{{Value: read()}} })
}

// GaugeFunc adds a gauge without labels whose value is read at each scrape.
func (r *Registry) GaugeFunc(name, help string, read func() float64) {
	r.Gauge(name, help, func() []Sample { return []Sample{{Value: read()}} })
}

// Gauge adds a gauge whose samples are read at each scrape.
func (r *Registry) Gauge(name, help string, read func() []Sample) { r.add(name, "gauge", help, read) }

// ServeHTTP responds to a scrape with all metrics.
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

var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// Label formats a label in the Prometheus text format. The caller joins several labels with commas.
func Label(name, value string) string { return name + `="` + labelEscapes.Replace(value) + `"` }

// Status formats the label for the status code of an HTTP response.
func Status(status int) string { return Label("http_response_status_code", strconv.Itoa(status)) }

func writeHead(text *bytes.Buffer, name, kind, help string) {
	text.WriteString("# HELP " + name + " " + helpEscapes.Replace(help) + "\n# TYPE " + name + " " + kind + "\n")
}

func writeSample(text *bytes.Buffer, name, labels string, value float64) {
	text.WriteString(name)
	if labels != "" {
		text.WriteString("{" + labels + "}")
	}
	text.WriteString(" " + number(value) + "\n")
}

func number(value float64) string {
	if math.IsInf(value, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(value, 'G', -1, 64)
}
