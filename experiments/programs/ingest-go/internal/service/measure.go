package service

import (
	"net/http"
	"time"

	"ingest-go/internal/metrics"
)

// A request has the method, route and status of an HTTP request. Each distinct request has a separate series in the
// request metrics, whose labels equal those of ASP.NET Core.
type request struct {
	method, route string
	status        int
}

func (r request) labels() string {
	labels := metrics.Label("http_request_method", r.method) + "," + metrics.Status(r.status)
	if r.route == "" {
		return labels
	}
	return labels + "," + metrics.Label("http_route", r.route)
}

func (s *Service) measureRequests(route string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		s.active.Add(1)
		answer := &answer{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			s.active.Add(-1)
			s.timed.Observe(request{knownMethod(r.Method), route, answer.status}, time.Since(started))
		}()
		next.ServeHTTP(answer, r)
	})
}

// knownMethod returns the given HTTP method, or _OTHER for an unknown method: clients may send any word as method, and
// the number of label values must be bounded.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodTrace, http.MethodConnect:
		return method
	}
	return "_OTHER"
}

// An answer is a response writer that records the status of the response.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}
