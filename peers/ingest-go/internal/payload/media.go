package payload

import (
	"mime"
	"net/http"
	"strings"

	"ingest-go/internal/problem"
)

func checkType(header http.Header) error {
	given := header.Get("Content-Type")
	kind, parameters, err := mime.ParseMediaType(given)
	charset, named := parameters["charset"]
	if err != nil || kind != "application/json" || (named && !strings.EqualFold(charset, "utf-8")) {
		return problem.New(http.StatusUnsupportedMediaType,
			"The Content-Type is %q; it must be application/json, in UTF-8.", given)
	}
	if coding := header.Get("Content-Encoding"); coding != "" {
		return problem.New(http.StatusUnsupportedMediaType, "The Content-Encoding is %q; there must be none.", coding)
	}
	return nil
}
