package front

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"ingest-go/internal/problem"
)

// Of the back-end's answer, no more is read.
const answerLimit = 64 << 10

// Whether the back-end has taken the payload. One that it refused is the caller's fault, so that its reasons are handed
// on; whatever else it does is its own.
func judge(answer *http.Response) error {
	if answer.StatusCode >= 400 && answer.StatusCode < 500 {
		// What does not come whole is no problem document either.
		body, _ := io.ReadAll(io.LimitReader(answer.Body, answerLimit))
		return problem.New(answer.StatusCode, "%s", detail(body, answer))
	}
	// To its end, or the connection could not be used again.
	_, err := io.Copy(io.Discard, io.LimitReader(answer.Body, answerLimit))
	switch {
	case answer.StatusCode == http.StatusServiceUnavailable:
		return problem.New(http.StatusServiceUnavailable, "The back-end is too busy.")
	case answer.StatusCode != http.StatusOK:
		return problem.New(http.StatusBadGateway, "The back-end failed: it answered %d.", answer.StatusCode)
	case err != nil:
		return problem.New(http.StatusBadGateway, "The back-end's answer did not come whole.")
	}
	return nil
}

func detail(body []byte, answer *http.Response) string {
	var given problem.Problem
	if json.Unmarshal(body, &given) != nil || given.Detail == "" {
		return "The back-end refused it: " + answer.Status + "."
	}
	return given.Detail
}

// What it means that no answer came: to the caller's context, or to the one with the time limit.
func unanswered(caller, limited context.Context, err error) error {
	switch {
	case caller.Err() != nil:
		return problem.New(problem.ClientClosedRequest, "The caller left.")
	case limited.Err() != nil:
		return problem.New(http.StatusGatewayTimeout, "The back-end was too slow.")
	default:
		return problem.New(http.StatusBadGateway, "The back-end cannot be reached, or ended the connection: %v.", err)
	}
}

// The same for the metrics.
func reason(limited context.Context) string {
	if limited.Err() != nil {
		return "timeout"
	}
	return "connection_error"
}
