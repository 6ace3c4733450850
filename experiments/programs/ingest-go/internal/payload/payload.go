// Package payload reads payloads, and rejects bodies that are not {"data": "<JSON text>"}.
package payload

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"ingest-go/internal/metrics"
	"ingest-go/internal/problem"
)

// DefaultLimit is the default size of the largest accepted body, in bytes.
const DefaultLimit = 64 << 10

// maxDepth is the largest accepted nesting depth of objects and arrays, in a payload and in the JSON text that the
// payload contains.
const maxDepth = 32

// maxDigits is the number of digits of the longest integer that Json.NET accepts.
const maxDigits = 380

// A Payload is the request body that clients post. It contains a JSON document as text.
type Payload struct {
	// Body is the request body as it came, which the front-end forwards.
	Body []byte

	// Data is the JSON document in the body, as text.
	Data string
}

// Read reads the payload of a request. It returns errors of the type problem.Problem.
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

// Parse parses a request body, which must be strict JSON in UTF-8 with one string member named data. It returns errors
// of the type problem.Problem.
func Parse(body []byte) (Payload, error) {
	// UTF-8 and nesting depth are checked before decoding: encoding/json would replace invalid bytes by U+FFFD, and
	// accept much deeper nesting.
	if !utf8.Valid(body) {
		return Payload{}, problem.New(http.StatusBadRequest, "The body is not UTF-8.")
	}
	if depth, _ := measureNesting(body); depth > maxDepth {
		return Payload{}, problem.New(http.StatusBadRequest, "The body is nested deeper than %d levels.", maxDepth)
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
	return Payload{Body: body, Data: document.Data.text}, nil
}

// readBody reads the body of a request. If the body cannot be read, readBody closes the connection, so that the rest of
// the body need not be received.
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
		return nil, problem.New(http.StatusRequestTimeout, "The body arrived too slowly.")
	default:
		return nil, problem.New(http.StatusBadRequest, "The body is incomplete: %v.", err)
	}
}

func tooLarge(limit int64) error {
	return problem.New(http.StatusRequestEntityTooLarge, "The body has more than %d bytes.", limit)
}

const jsonType = "application/json"

func checkType(header http.Header) error {
	given := header.Get("Content-Type")
	if given != jsonType && !isJSON(given) {
		return problem.New(http.StatusUnsupportedMediaType,
			"The Content-Type is %q, but it must be application/json in UTF-8.", given)
	}
	if coding := header.Get("Content-Encoding"); coding != "" {
		return problem.New(http.StatusUnsupportedMediaType,
			"The Content-Encoding is %q, but no encoding is accepted.", coding)
	}
	return nil
}

// isJSON returns whether a Content-Type header means JSON in UTF-8, in whichever notation.
func isJSON(given string) bool {
	kind, parameters, err := mime.ParseMediaType(given)
	charset, named := parameters["charset"]
	return err == nil && kind == jsonType && (!named || strings.EqualFold(charset, "utf-8"))
}

// Handler returns the handler of the back-end, which parses payloads of at most limit bytes and counts them.
func Handler(limit int64, registry *metrics.Registry) http.Handler {
	parsed := registry.Counter("ingest_payloads_parsed_total",
		"Payloads parsed successfully. Counted before the response is sent.")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received, err := Read(w, r, limit)
		if err == nil {
			_, err = received.Document()
		}
		if err != nil {
			problem.Write(w, err)
			return
		}
		// The payload is counted before the response is sent, so that a client that has the response also finds its
		// payload counted.
		parsed.Add(1)
		w.WriteHeader(http.StatusOK)
	})
}
