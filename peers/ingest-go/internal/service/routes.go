package service

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"ingest-go/internal/problem"
)

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
