// Aggregator-go is the peer of the front-end in Go: it serves GET /api/customer/{id}, a customer with its orders, from
// 1 + N calls to the back-end, with the standard library only. docs/peers.md compares both.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// errNotFound means that the back-end has no such document.
var errNotFound = errors.New("not found")

type aggregator struct {
	backend string
	timeout time.Duration
	client  *http.Client
}

func main() {
	backend := flag.String("backend", "http://127.0.0.1:5101", "`address` of the back-end")
	listen := flag.String("listen", "127.0.0.1:5120", "`address` to listen on; port 0 selects a free port")
	timeout := flag.Int("timeout-ms", 10_000, "`milliseconds` that the calls of a request may take")
	idle := flag.Int("idle", 0, "idle `connections` to keep; 0 is the default of net/http, which is 2")
	flag.Parse()

	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // A proxy would be measured instead of the back-end.
	transport.MaxIdleConnsPerHost = *idle
	a := &aggregator{
		strings.TrimSuffix(*backend, "/"), time.Duration(*timeout) * time.Millisecond, &http.Client{Transport: transport},
	}
	http.HandleFunc("/api/customer/", a.serveCustomer)
	http.HandleFunc("/health/ready", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "Healthy") })

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	const line = `{"Message":"Now listening on: http://%[1]v","State":{"address":"http://%[1]v"}}` + "\n"
	fmt.Printf(line, listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}

func (a *aggregator) serveCustomer(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/api/customer/"))
	if err != nil {
		fail(w, http.StatusNotFound)
		return
	}
	// The context ends, too, when the caller leaves.
	ctx, cancel := context.WithTimeout(r.Context(), a.timeout)
	defer cancel()
	body, err := a.aggregate(ctx, id)
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Write(body)
	case errors.Is(err, errNotFound):
		fail(w, http.StatusNotFound)
	case errors.Is(err, context.DeadlineExceeded):
		fail(w, http.StatusGatewayTimeout)
	default:
		fail(w, http.StatusBadGateway)
	}
}

func (a *aggregator) aggregate(ctx context.Context, id int) ([]byte, error) {
	path := fmt.Sprintf("%s/api/customer/%d", a.backend, id)
	var c customer
	if err := a.get(ctx, path, &c); err != nil {
		return nil, err
	}
	c.Orders = make([]order, len(c.OrderIDs))
	for i, orderID := range c.OrderIDs {
		o := &c.Orders[i]
		if err := a.get(ctx, fmt.Sprintf("%s/order/%d", path, orderID), o); err != nil {
			return nil, err
		}
		if o.ID != orderID || o.CustomerID != id {
			return nil, errors.New("another order than requested")
		}
	}
	c.OrderIDs = nil
	return json.Marshal(&c)
}

func (a *aggregator) get(ctx context.Context, url string, document any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	// A decoder would stop before the end of the body, and the connection could not be reused.
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode == http.StatusNotFound:
		return errNotFound
	case response.StatusCode != http.StatusOK:
		return errors.New(response.Status)
	}
	return json.Unmarshal(body, document)
}

func fail(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"title":%q,"status":%d}`, http.StatusText(status), status)
}
