// Package problem is what is answered where it is not 200: RFC 9457.
package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
)

// ClientClosedRequest is no status of a standard, and nobody receives it: it is how the metrics tell that the caller left.
const ClientClosedRequest = 499

// A Problem is an error that knows its answer.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// New makes a problem of a status and the words for what was wrong.
func New(status int, format string, values ...any) *Problem {
	return &Problem{http.StatusText(status), status, fmt.Sprintf(format, values...)}
}

func (p *Problem) Error() string { return p.Detail }

// Write answers with the problem that an error is; one that is none is a fault of ours, and the log has it.
func Write(w http.ResponseWriter, err error) {
	var known *Problem
	if !errors.As(err, &known) {
		log.Print(err)
		known = New(http.StatusInternalServerError, "An unexpected fault. The service's log has it.")
	}
	document, err := json.Marshal(known)
	if err != nil {
		panic(err) // Two strings and a number.
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(known.Status)
	// Who does not read the answer has no use for an error.
	_, _ = w.Write(document)
}
