package front

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"ingest-go/internal/metrics"
)

// calls has the metrics of the calls to the back-end and of the connections to it. The metrics have the same names as
// those of .NET's HttpClient.
type calls struct {
	active      atomic.Int64
	open        atomic.Int64
	duration    *metrics.Histograms[result]
	connections *metrics.Histograms[struct{}]
}

// A result is the HTTP status of a call to the back-end, or the reason why there is no status.
type result struct {
	status  int
	failure string
}

func newCalls(registry *metrics.Registry) *calls {
	c := &calls{
		duration: metrics.NewHistograms(registry, "http_client_request_duration_seconds",
			"Duration of requests to the back-end, from the send until the response headers arrive.", metrics.Requests, resultLabels),
		connections: metrics.NewHistograms(registry, "http_client_connection_duration_seconds",
			"Duration of closed connections to the back-end.", metrics.Connections,
			func(struct{}) string { return "" }),
	}
	registry.Gauge("http_client_open_connections",
		"Open connections to the back-end. The active ones are those with a call in progress.", c.connectionCounts)
	return c
}

func (c *calls) begin() time.Time {
	c.active.Add(1)
	return time.Now()
}

// headers records that the headers of a response have arrived, or that there will be none.
func (c *calls) headers(started time.Time, with result) {
	c.duration.Observe(with, time.Since(started))
}

func (c *calls) end() { c.active.Add(-1) }

func (c *calls) connectionCounts() []metrics.Sample {
	open, active := c.open.Load(), c.active.Load()
	// An active call that still waits for a connection is not counted as an active connection.
	if active > open {
		active = open
	}
	return []metrics.Sample{
		{Labels: metrics.Label("http_connection_state", "active"), Value: float64(active)},
		{Labels: metrics.Label("http_connection_state", "idle"), Value: float64(open - active)},
	}
}

func resultLabels(r result) string {
	method := metrics.Label("http_request_method", "POST")
	if r.failure != "" {
		return method + "," + metrics.Label("error_type", r.failure)
	}
	return method + "," + metrics.Status(r.status)
}

type dial func(ctx context.Context, network, address string) (net.Conn, error)

func countConnections(next dial, c *calls) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := next(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c.open.Add(1)
		return &connection{Conn: conn, opened: time.Now(), calls: c}, nil
	}
}

type connection struct {
	net.Conn
	opened time.Time
	calls  *calls
	once   sync.Once
}

func (c *connection) Close() error {
	c.once.Do(func() {
		c.calls.open.Add(-1)
		c.calls.connections.Observe(struct{}{}, time.Since(c.opened))
	})
	return c.Conn.Close()
}
