// Package service has what the front-end and the back-end have in common: limits, health, metrics and a graceful
// shutdown.
package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"ingest-go/internal/metrics"
	"ingest-go/internal/problem"
	"ingest-go/internal/process"
)

const (
	// readLimit is the time limit for receiving a whole request. A slower request is answered with status 408.
	readLimit = 5 * time.Second
	// idleLimit is the time after which the service closes an idle connection. It is longer than clients keep idle
	// connections, so that no client sends a request on a connection that is being closed.
	idleLimit = 130 * time.Second
	// stopLimit is the time limit for completing the requests in flight at shutdown.
	stopLimit = 30 * time.Second
)

// A Service is an HTTP server with a few routes, health checks and metrics.
type Service struct {
	mux    *http.ServeMux
	timed  *metrics.Histograms[request]
	active atomic.Int64
}

// New returns a service with the routes for health and metrics.
func New(registry *metrics.Registry, ready func(context.Context) error) *Service {
	s := &Service{mux: http.NewServeMux(), timed: metrics.NewHistograms(registry, "http_server_request_duration_seconds",
		"Duration of requests, from the headers to the end of the response.", metrics.Requests, request.labels)}
	registry.GaugeFunc("http_server_active_requests", "Requests in progress.",
		func() float64 { return float64(s.active.Load()) })
	process.Measure(registry)

	s.mux.Handle("/metrics", registry)
	s.mux.HandleFunc("/health/live", live)
	s.mux.Handle("/health/ready", whenReady(ready))
	s.mux.Handle("/", s.measureRequests("", http.HandlerFunc(notFound)))
	return s
}

// Post adds a route that accepts only POST.
func (s *Service) Post(route string, handler http.Handler) {
	s.mux.Handle(route, s.measureRequests(route, onlyPost(handler)))
}

// Run serves requests until SIGTERM or SIGINT, and then completes the requests in flight.
func (s *Service) Run(address string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	// The address is logged in the JSON form of ASP.NET Core, so that the same code can read the address of a service
	// in .NET and in Go.
	fmt.Printf("{\"Message\":\"Now listening on: http://%[1]v\",\"State\":{\"address\":\"http://%[1]v\"}}\n", listener.Addr())

	server := &http.Server{Handler: s.mux, ReadTimeout: readLimit, IdleTimeout: idleLimit}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err = <-served:
		return err
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	if err = server.Shutdown(limited); errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the shutdown timed out: requests were still in progress after %v", stopLimit)
	}
	return err
}

const probeLimit = 5 * time.Second

// AlwaysReady is the readiness check of a service that does not depend on another service.
func AlwaysReady(context.Context) error { return nil }

// Probe returns an error unless the running service is healthy.
func Probe(address string) error {
	client := &http.Client{Timeout: probeLimit, Transport: &http.Transport{}}
	answer, err := client.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", address, answer.Status)
	}
	return nil
}

func live(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "Healthy") }

func whenReady(ready func(context.Context) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := ready(r.Context()); err != nil {
			problem.Write(w, problem.New(http.StatusServiceUnavailable, "%v", err))
			return
		}
		live(w, r)
	})
}

func onlyPost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			problem.Write(w, problem.New(http.StatusMethodNotAllowed, "This route accepts only POST."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func notFound(w http.ResponseWriter, r *http.Request) {
	problem.Write(w, problem.New(http.StatusNotFound, "There is no such route."))
}
