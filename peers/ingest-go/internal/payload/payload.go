// Package payload reads what is ingested, and refuses what is not {"data": "<JSON text>"}.
package payload

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"unicode/utf8"

	"ingest-go/internal/problem"
)

// DefaultLimit is the largest body, in bytes.
const DefaultLimit = 64 << 10

// How many objects and arrays may stand inside each other, in the payload and in the text inside it.
const maxDepth = 32

// The longest integer that Json.NET takes.
const maxDigits = 380

// A Payload is what an event carries.
type Payload struct {
	Data string `json:"data"`
}

// Read takes the payload out of a request. Its errors are problems.
func Read(w http.ResponseWriter, r *http.Request, limit int64) (Payload, error) {
	if err := checkType(r.Header); err != nil {
		return Payload{}, err
	}
	body, err := readBody(w, r, limit)
	if err != nil {
		return Payload{}, err
	}
	return Parse(body)
}

// Parse reads the document: strict JSON in UTF-8, with one member data, which is a string. Its errors are problems.
func Parse(body []byte) (Payload, error) {
	// encoding/json would put U+FFFD in the place of what is none, and go far deeper.
	if !utf8.Valid(body) {
		return Payload{}, problem.New(http.StatusBadRequest, "The body is not UTF-8.")
	}
	if depth, _ := shape(body); depth > maxDepth {
		return Payload{}, problem.New(http.StatusBadRequest, "The body is nested deeper than %d.", maxDepth)
	}
	var document struct {
		Data member `json:"data"`
	}
	if err := json.Unmarshal(body, &document); err != nil {
		return Payload{}, problem.New(http.StatusBadRequest, `The body is not {"data": "<JSON text>"}: %v.`, err)
	}
	if !document.Data.given {
		return Payload{}, problem.New(http.StatusBadRequest, `The body has no member "data".`)
	}
	return Payload{document.Data.text}, nil
}

// What cannot be read ends the connection: nobody waits for the rest.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close")
		return nil, tooLarge(limit)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		return body, nil
	}
	w.Header().Set("Connection", "close")
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, tooLarge(limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, problem.New(http.StatusRequestTimeout, "The body came too slowly.")
	default:
		return nil, problem.New(http.StatusBadRequest, "The body did not come whole: %v.", err)
	}
}

func tooLarge(limit int64) error {
	return problem.New(http.StatusRequestEntityTooLarge, "The body has more than %d bytes.", limit)
}
