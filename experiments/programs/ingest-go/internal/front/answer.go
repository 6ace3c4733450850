package front

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"ingest-go/internal/problem"
)

// answerLimit is the largest number of bytes that the front-end reads of a response from the back-end.
const answerLimit = 64 << 10

// checkAccepted returns an error unless the back-end has accepted the payload. If the payload is invalid, the error has
// the status and the reason that the back-end gave; any other status is a fault of the back-end, or means that the
// address of the back-end is wrong.
func checkAccepted(answer *http.Response) error {
	if isCallersFault(answer.StatusCode) {
		// Read errors are ignored, because an incomplete response body is not a valid problem document either.
		body, _ := io.ReadAll(io.LimitReader(answer.Body, answerLimit))
		return problem.New(answer.StatusCode, "%s", detail(body, answer))
	}
	// The response body is read to the end, so that the connection can be reused.
	_, err := io.Copy(io.Discard, io.LimitReader(answer.Body, answerLimit))
	switch {
	case answer.StatusCode == http.StatusServiceUnavailable:
		return problem.New(http.StatusServiceUnavailable, "The back-end is too busy.")
	case answer.StatusCode != http.StatusOK:
		return problem.New(http.StatusBadGateway, "The back-end failed with status %d.", answer.StatusCode)
	case err != nil:
		return problem.New(http.StatusBadGateway, "The response of the back-end was incomplete.")
	}
	return nil
}

func isCallersFault(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity:
		return true
	}
	return false
}

func detail(body []byte, answer *http.Response) string {
	var given problem.Problem
	if json.Unmarshal(body, &given) != nil || given.Detail == "" {
		return "The back-end rejected the payload: " + answer.Status + "."
	}
	return given.Detail
}

// callProblem returns the problem document for a call to which the back-end sent no response. It depends on the
// contexts whether the caller disconnected, the time limit passed, or the connection failed.
func callProblem(caller, limited context.Context, err error) error {
	switch {
	case caller.Err() != nil:
		return problem.New(problem.ClientClosedRequest, "The caller disconnected.")
	case limited.Err() != nil:
		return problem.New(http.StatusGatewayTimeout, "The back-end was too slow.")
	default:
		return problem.New(http.StatusBadGateway, "The back-end cannot be reached, or it closed the connection: %v.", err)
	}
}

// reason returns the metrics label for a call to which the back-end sent no response.
func reason(limited context.Context) string {
	if limited.Err() != nil {
		return "timeout"
	}
	return "connection_error"
}
