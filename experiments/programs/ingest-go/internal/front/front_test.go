package front

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ingest-go/internal/metrics"
)

// unusualPayload would change if it were decoded and encoded again.
const unusualPayload = "{\"more\": 1, \"data\": \"{'a': '<\\u00e9 \u2028😀>'}\"}"

func TestHandler_StatusOfTheBackend_DecidesTheStatus(t *testing.T) {
	for given, want := range map[int]int{
		200: 200, 201: 502, 204: 502, 302: 502, 400: 400, 401: 502, 403: 502, 404: 502, 408: 502,
		413: 413, 415: 415, 418: 502, 422: 422, 429: 502, 500: 502, 501: 502, 503: 503, 504: 502,
	} {
		answer := post(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(given)
			if given != 204 {
				fmt.Fprintf(w, `{"detail": "because of %d"}`, given)
			}
		})

		if answer.Code != want {
			t.Errorf("for status %d of the back-end, the front-end returned %d instead of %d", given, answer.Code, want)
		}
		if given == want && want/100 == 4 && !strings.Contains(answer.Body.String(), fmt.Sprintf("because of %d", given)) {
			t.Errorf("the front-end did not pass on the detail of the back-end's status %d: %s", given, answer.Body)
		}
	}
}

func TestHandler_BackendClosesTheConnection_ReturnsBadGatewayAfterOneCall(t *testing.T) {
	calls := 0
	answer := post(t, func(http.ResponseWriter, *http.Request) {
		calls++
		panic(http.ErrAbortHandler)
	})

	if answer.Code != http.StatusBadGateway || calls != 1 {
		t.Errorf("the front-end returned status %d after %d calls instead of 502 after one call", answer.Code, calls)
	}
}

func TestHandler_BackendDown_ReturnsBadGatewayAndIsNotReady(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	client := newBackend(gone.URL)

	if answer := send(client); answer.Code != http.StatusBadGateway {
		t.Errorf("got status %d instead of 502", answer.Code)
	}
	if err := client.Ready(context.Background()); err == nil {
		t.Error("the front-end is ready although the back-end is down")
	}
}

func TestHandler_BackendTooSlow_ReturnsGatewayTimeout(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // Otherwise the server does not notice that the caller disconnects.
		<-r.Context().Done()
	}))
	defer backend.Close()

	if answer := send(newBackendWithTimeout(backend.URL, time.Millisecond)); answer.Code != http.StatusGatewayTimeout {
		t.Errorf("got status %d instead of 504", answer.Code)
	}
}

func TestHandler_UnusualPayload_IsForwardedAsItCame(t *testing.T) {
	var arrived string
	post(t, func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		arrived = string(text)
	})

	if arrived != unusualPayload {
		t.Errorf("the back-end received %s", arrived)
	}
}

func TestDuration_BodyStillToCome_IsRecordedWithTheHeaders(t *testing.T) {
	registry, isRecorded := metrics.NewRegistry(), false
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		for tries := 0; !isRecorded && tries < 1000; tries++ {
			time.Sleep(time.Millisecond)
			scrape := httptest.NewRecorder()
			registry.ServeHTTP(scrape, nil)
			isRecorded = strings.Contains(scrape.Body.String(), "http_client_request_duration_seconds_count{")
		}
	}))
	defer backend.Close()

	if answer := send(newBackendWithRegistry(backend.URL, time.Minute, registry)); answer.Code != 200 || !isRecorded {
		t.Errorf("got status %d, and the duration was not recorded before the body", answer.Code)
	}
}

func TestConnections_SequentialCalls_ShareOneConnection(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer backend.Close()
	client := newBackend(backend.URL)
	for i := 0; i < 3; i++ {
		send(client)
	}

	if open := client.calls.open.Load(); open != 1 {
		t.Errorf("%d connections are open instead of 1", open)
	}
	client.client.CloseIdleConnections()
	if open := client.calls.open.Load(); open != 0 {
		t.Errorf("%d connections are still open after idle ones were closed", open)
	}
}

func post(t *testing.T, backend http.HandlerFunc) *httptest.ResponseRecorder {
	server := httptest.NewServer(backend)
	t.Cleanup(server.Close)
	return send(newBackend(server.URL))
}

func newBackend(at string) *Backend { return newBackendWithTimeout(at, time.Minute) }

func newBackendWithTimeout(at string, patience time.Duration) *Backend {
	return newBackendWithRegistry(at, patience, metrics.NewRegistry())
}

func newBackendWithRegistry(at string, patience time.Duration, registry *metrics.Registry) *Backend {
	address, err := url.Parse(at)
	if err != nil {
		panic(err)
	}
	return NewBackend(address, patience, 10, registry)
}

func send(client *Backend) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/ingest/event", strings.NewReader(unusualPayload))
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	client.Handler(1000).ServeHTTP(answer, request)
	return answer
}
