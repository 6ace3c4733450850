package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"ingest-go/internal/problem"
)

// Document parses the JSON text inside the payload, into a value. Its errors are problems.
//
// The .NET back-end parses it with Json.NET. What that takes and this refuses, beside the single quotes which both take:
// comments, names without quotes, commas before the end, raw control characters inside strings, NaN, Infinity and
// undefined, numbers in hexadecimal or octal, constructors of dates.
func (p Payload) Document() (any, error) {
	text := doubleQuoted([]byte(p.Data))
	switch depth, digits := shape(text); {
	case depth > maxDepth:
		return nil, problem.New(http.StatusBadRequest, "The text in data is nested deeper than %d.", maxDepth)
	case digits > maxDigits:
		return nil, problem.New(http.StatusBadRequest, "The text in data has a number of more than %d digits.", maxDigits)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	// A number may be larger than a float64: it is not for an ingestion to round it.
	decoder.UseNumber()
	var document any
	err := decoder.Decode(&document)
	if err == nil {
		err = atEnd(decoder)
	}
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, "The text in data is not JSON: %v.", err)
	}
	return document, nil
}

func atEnd(decoder *json.Decoder) error {
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("more follows the value")
	}
	return nil
}

// Rewrites single-quoted strings, which encoding/json does not know. What is no JSON remains none.
func doubleQuoted(text []byte) []byte {
	if bytes.IndexByte(text, '\'') < 0 {
		return text
	}
	rewritten := make([]byte, 0, len(text)+len(text)/8)
	var opened byte // The quote that began the string under way; 0 between strings.
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case opened == 0 && (c == '\'' || c == '"'):
			opened = c
			rewritten = append(rewritten, '"')
		case opened == 0:
			rewritten = append(rewritten, c)
		case c == opened:
			opened = 0
			rewritten = append(rewritten, '"')
		case c == '"':
			rewritten = append(rewritten, '\\', '"')
		case c == '\\' && i+1 < len(text) && text[i+1] == '\'':
			i++
			rewritten = append(rewritten, '\'')
		case c == '\\' && i+1 < len(text):
			i++
			rewritten = append(rewritten, '\\', text[i])
		default:
			rewritten = append(rewritten, c)
		}
	}
	return rewritten
}
