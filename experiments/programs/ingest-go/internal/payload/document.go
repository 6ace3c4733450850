package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"ingest-go/internal/problem"
)

// Document parses the JSON text in the payload. It returns errors of the type problem.Problem.
//
// The .NET back-end parses the text with Json.NET. Both back-ends accept single quotes, but only Json.NET accepts
// comments, names without quotes, trailing commas, raw control characters in strings, NaN, Infinity and undefined,
// hexadecimal and octal numbers, and constructors of dates.
func (p Payload) Document() (any, error) {
	text := doubleQuoted([]byte(p.Data))
	switch depth, digits := measureNesting(text); {
	case depth > maxDepth:
		return nil, problem.New(http.StatusBadRequest, "The text in 'data' is nested deeper than %d levels.", maxDepth)
	case digits > maxDigits:
		return nil, problem.New(
			http.StatusBadRequest, "The text in 'data' contains a number of more than %d digits.", maxDigits)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	// Numbers are kept as text, because a number may be larger than a float64 and must not be rounded.
	decoder.UseNumber()
	var document any
	err := decoder.Decode(&document)
	if err == nil {
		err = checkEnd(decoder)
	}
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, "The text in 'data' is not valid JSON: %v.", err)
	}
	return document, nil
}

func checkEnd(decoder *json.Decoder) error {
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is more text after the first document")
	}
	return nil
}

// doubleQuoted replaces single-quoted strings by double-quoted ones, because encoding/json does not accept single
// quotes. Invalid JSON remains invalid.
func doubleQuoted(text []byte) []byte {
	if bytes.IndexByte(text, '\'') < 0 {
		return text
	}
	rewritten := make([]byte, 0, len(text)+len(text)/8)
	var opened byte // The quote that began the current string, or 0 between strings.
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

// measureNesting returns the largest nesting depth of objects and arrays in a JSON text, and the length of the longest number.
// The result for text that is not JSON has no meaning.
func measureNesting(text []byte) (depth, digits int) {
	level, row := 0, 0
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if quoted || c < '0' || c > '9' {
			row = 0
		} else if row++; row > digits {
			digits = row
		}
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if level++; level > depth {
				depth = level
			}
		case c == '}' || c == ']':
			level--
		}
	}
	return depth, digits
}
