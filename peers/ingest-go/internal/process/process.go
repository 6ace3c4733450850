// Package process measures the process itself, under the names that Prometheus clients agree on, and on Linux under two
// of the testbed's own.
package process

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"ingest-go/internal/metrics"
)

const (
	status   = "/proc/self/status"
	sockstat = "/proc/self/net/sockstat"
)

// Measure adds them.
func Measure(registry *metrics.Registry) {
	started := float64(time.Now().UnixNano()) / 1e9
	registry.CounterFunc("process_cpu_seconds_total", "User and system time.", cpuSeconds)
	registry.GaugeFunc("process_start_time_seconds", "When it started, since 1970.", func() float64 { return started })
	registry.Gauge("go_info", "The version of Go that built it.", func() []metrics.Sample {
		return []metrics.Sample{{Labels: metrics.Label("version", runtime.Version()), Value: 1}}
	})
	if runtime.GOOS != "linux" {
		return
	}
	registry.GaugeFunc("process_resident_memory_bytes", "Memory that is not paged out.",
		func() float64 { return 1024 * field(status, "VmRSS:", "") })
	registry.GaugeFunc("process_memory_anonymous_bytes", "Of that, what is no file's: heap and stacks.",
		func() float64 { return 1024 * field(status, "RssAnon:", "") })
	registry.GaugeFunc("tcp_time_wait_sockets",
		"TCP connections of the whole network namespace that are closed and keep their port. Source: sockstat.",
		func() float64 { return field(sockstat, "TCP:", "tw") })
}

func cpuSeconds() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // Only for a bad argument.
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// The number in the file's line that begins so, after that word, or first; 0 where there is none.
func field(file, line, word string) float64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for _, candidate := range bytes.Split(text, []byte("\n")) {
		words := bytes.Fields(candidate)
		if len(words) == 0 || string(words[0]) != line {
			continue
		}
		for i := 1; i < len(words); i++ {
			if word == "" || string(words[i-1]) == word {
				value, _ := strconv.ParseFloat(string(words[i]), 64)
				return value
			}
		}
	}
	return 0
}
