// Package front is the front-end: it forwards payloads, and answers once the back-end has accepted them.
package front

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"ingest-go/internal/metrics"
	"ingest-go/internal/payload"
	"ingest-go/internal/problem"
)

const readyLimit = 2 * time.Second

// A Backend calls the back-end over a pool of connections.
type Backend struct {
	data, live string
	timeout    time.Duration
	client     *http.Client
	calls      *calls
}

// NewBackend returns a client that keeps up to idlePerHost idle connections.
func NewBackend(address *url.URL, timeout time.Duration, idlePerHost int, registry *metrics.Registry) *Backend {
	calls := newCalls(registry)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // A proxy would be measured instead of the back-end.
	transport.MaxIdleConns = 0
	transport.MaxIdleConnsPerHost = idlePerHost
	transport.DialContext = countConnections(transport.DialContext, calls)
	return &Backend{
		data:    address.JoinPath("ingest", "data").String(),
		live:    address.JoinPath("health", "live").String(),
		timeout: timeout,
		client:  &http.Client{Transport: transport, CheckRedirect: doNotFollowRedirect},
		calls:   calls,
	}
}

// Ready returns an error unless the back-end is live. The health check does not use the connections of the calls.
func (b *Backend) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.live, nil)
	if err != nil {
		return err
	}
	request.Close = true
	answer, err := (&http.Client{Transport: &http.Transport{}}).Do(request)
	if err != nil {
		return fmt.Errorf("back-end: no connection to %s", b.live)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("back-end: the health check returned status %d", answer.StatusCode)
	}
	return nil
}

// post forwards the bytes of a payload to the back-end as they came. It returns errors of the type problem.Problem. net/http repeats a POST
// request only if no part of the request was sent.
func (b *Backend) post(ctx context.Context, p payload.Payload) error {
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodPost, b.data, bytes.NewReader(p.Body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")

	started := b.calls.begin()
	defer b.calls.end()
	answer, err := b.client.Do(request)
	if err != nil {
		b.calls.headers(started, result{failure: reason(limited)})
		return callProblem(ctx, limited, err)
	}
	defer answer.Body.Close()
	b.calls.headers(started, result{status: answer.StatusCode})
	return checkAccepted(answer)
}

// doNotFollowRedirect makes the HTTP client return redirects instead of following them, because a back-end that redirects has not
// accepted the payload.
func doNotFollowRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

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
