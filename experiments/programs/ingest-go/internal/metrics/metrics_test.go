package metrics

import (
	"math"
	"net/http/httptest"
	"testing"
	"time"
)

func TestServeHTTP_EveryKindOfMetric_WritesTheTextFormat(t *testing.T) {
	registry := NewRegistry()
	registry.Counter("a_total", "With a \\ and\na line.").Add(3)
	registry.Gauge("b", "Levels.", func() []Sample {
		return []Sample{{Label("x", "\"\\\n"), 0.5}, {Label("x", "z"), math.Inf(1)}}
	})
	timed := NewHistograms(registry, "c_seconds", "Times.", []float64{0.001, 0.01}, func(n int) string { return Status(n) })
	for _, took := range []time.Duration{time.Millisecond, 2 * time.Millisecond, time.Second} {
		timed.Observe(200, took)
	}

	answer := httptest.NewRecorder()
	registry.ServeHTTP(answer, nil)

	want := `# HELP a_total With a \\ and\na line.
# TYPE a_total counter
a_total 3
# HELP b Levels.
# TYPE b gauge
b{x="\"\\\n"} 0.5
b{x="z"} +Inf
# HELP c_seconds Times.
# TYPE c_seconds histogram
c_seconds_bucket{http_response_status_code="200",le="0.001"} 1
c_seconds_bucket{http_response_status_code="200",le="0.01"} 2
c_seconds_bucket{http_response_status_code="200",le="+Inf"} 3
c_seconds_sum{http_response_status_code="200"} 1.003
c_seconds_count{http_response_status_code="200"} 3
`
	if text := answer.Body.String(); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}
