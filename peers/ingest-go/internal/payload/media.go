package payload

import (
	"mime"
	"net/http"
	"strings"

	"ingest-go/internal/problem"
)

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
