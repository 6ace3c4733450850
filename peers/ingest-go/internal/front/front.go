// Package front is the front-end: it forwards payloads, and answers once the back-end has accepted them.
package front

import (
	"net/http"

	"ingest-go/internal/payload"
	"ingest-go/internal/problem"
)

// Handler returns the handler that forwards payloads of at most limit bytes.
func (b *Backend) Handler(limit int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received, err := payload.Read(w, r, limit)
		if err == nil {
			err = b.post(r.Context(), received)
		}
		if err != nil {
			problem.Write(w, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}
