// Package back is the back-end: it parses payloads and counts them.
package back

import (
	"net/http"

	"ingest-go/internal/metrics"
	"ingest-go/internal/payload"
	"ingest-go/internal/problem"
)

// Handler returns the handler that accepts payloads of at most limit bytes.
func Handler(limit int64, registry *metrics.Registry) http.Handler {
	parsed := registry.Counter("ingest_payloads_parsed_total",
		"Payloads parsed successfully. Counted before the response is sent.")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received, err := payload.Read(w, r, limit)
		if err == nil {
			_, err = received.Document()
		}
		if err != nil {
			problem.Write(w, err)
			return
		}
		// The payload is counted before the response is sent, so that a client that has the response also finds its
		// payload counted.
		parsed.Add(1)
		w.WriteHeader(http.StatusOK)
	})
}
