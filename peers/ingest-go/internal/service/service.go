// Package service is what both roles have: limits, health, metrics, and an orderly end.
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
	"ingest-go/internal/process"
)

const (
	// A whole request has to arrive within it, or is answered 408.
	readLimit = 5 * time.Second
	// More than a client keeps an idle connection, or it would now and then send on one that is being closed.
	idleLimit = 130 * time.Second
	// For requests in flight when it is told to stop.
	stopLimit = 30 * time.Second
)

// A Service answers at a few routes.
type Service struct {
	mux    *http.ServeMux
	timed  *metrics.Histograms[request]
	active atomic.Int64
}

// New has health and metrics, and no other route yet.
func New(registry *metrics.Registry, ready func(context.Context) error) *Service {
	s := &Service{mux: http.NewServeMux(), timed: metrics.NewHistograms(registry, "http_server_request_duration_seconds",
		"Requests, from their head to the end of the answer.", metrics.Requests, request.labels)}
	registry.GaugeFunc("http_server_active_requests", "Requests that are being answered.",
		func() float64 { return float64(s.active.Load()) })
	process.Measure(registry)

	s.mux.Handle("/metrics", registry)
	s.mux.HandleFunc("/health/live", live)
	s.mux.Handle("/health/ready", whenReady(ready))
	s.mux.Handle("/", s.measured("", http.HandlerFunc(nothingThere)))
	return s
}

// Post adds a route that takes nothing but POST.
func (s *Service) Post(route string, handler http.Handler) {
	s.mux.Handle(route, s.measured(route, onlyPost(handler)))
}

// Run answers until SIGTERM or SIGINT, and then what is in flight.
func (s *Service) Run(address string) error {
	told, forget := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer forget()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	// As ASP.NET Core logs it to the console in JSON, so that one reader finds the address of either.
	fmt.Printf("{\"Message\":\"Now listening on: http://%[1]v\",\"State\":{\"address\":\"http://%[1]v\"}}\n", listener.Addr())

	server := &http.Server{Handler: s.mux, ReadTimeout: readLimit, IdleTimeout: idleLimit}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err = <-served:
		return err
	case <-told.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	if err = server.Shutdown(limited); errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("requests were still in flight after %v", stopLimit)
	}
	return err
}
