// Package process exports the metrics of the process. Most have the usual names of Prometheus clients; two metrics that
// exist only on Linux have the same names as in the .NET services.
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

// Measure adds the metrics of the process to a registry.
func Measure(registry *metrics.Registry) {
	started := float64(time.Now().UnixNano()) / 1e9
	registry.CounterFunc("process_cpu_seconds_total", "User and system CPU time.", cpuSeconds)
	registry.GaugeFunc("process_start_time_seconds", "Start time of the process, in seconds since 1970.",
		func() float64 { return started })
	registry.Gauge("go_info", "Version of Go that built the program.", func() []metrics.Sample {
		return []metrics.Sample{{Labels: metrics.Label("version", runtime.Version()), Value: 1}}
	})
	if runtime.GOOS != "linux" {
		return
	}
	registry.GaugeFunc("process_resident_memory_bytes", "Resident memory (VmRSS in /proc/self/status).",
		func() float64 { return 1024 * readNumber(status, "VmRSS:", "") })
	registry.GaugeFunc("process_memory_anonymous_bytes",
		"Resident anonymous memory of the process (RssAnon in /proc/self/status).",
		func() float64 { return 1024 * readNumber(status, "RssAnon:", "") })
	registry.GaugeFunc("tcp_time_wait_sockets",
		"TCP sockets in TIME_WAIT in the network namespace of the process (/proc/self/net/sockstat).",
		func() float64 { return readNumber(sockstat, "TCP:", "tw") })
}

func cpuSeconds() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // The only cause is an invalid argument.
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// readNumber returns a number from the line of a file that begins with the given first word. The number follows the
// given word of the line, or the first word if the given word is empty. If there is no such number, readNumber returns
// 0.
func readNumber(file, line, word string) float64 {
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
