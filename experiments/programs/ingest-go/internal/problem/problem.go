// Package problem writes error responses as problem documents (RFC 9457).
package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
)

// ClientClosedRequest is a non-standard status for the metrics. It means that the client disconnected, so that nobody
// receives the response.
const ClientClosedRequest = 499

// A Problem is an error that is sent to the client as a problem document.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// New returns a Problem with a status and a formatted detail.
func New(status int, format string, values ...any) *Problem {
	return &Problem{http.StatusText(status), status, fmt.Sprintf(format, values...)}
}

func (p *Problem) Error() string { return p.Detail }

// Write responds with a problem document. An error that is not a Problem is logged, and the response does not reveal
// it.
func Write(w http.ResponseWriter, err error) {
	var known *Problem
	if !errors.As(err, &known) {
		log.Print(err)
		known = New(http.StatusInternalServerError, "An unexpected error occurred: see the log.")
	}
	document, err := json.Marshal(known)
	if err != nil {
		panic(err) // Cannot happen: the document is two strings and a number.
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(known.Status)
	// A write error means that the client has disconnected.
	_, _ = w.Write(document)
}
