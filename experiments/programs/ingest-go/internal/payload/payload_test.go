package payload

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ingest-go/internal/problem"
)

func TestParse_ValidBody_ReturnsItsData(t *testing.T) {
	for body, data := range map[string]string{
		`{"data": "x"}`: "x",
		`{"DATA": "x"}`: "x",
		`{"other": [1, {"data": 2}], "data": "x"}`: "x",
		`{"data": ""}`:               "",
		` {"d\u0061ta" : "\u00e9"} `: "é",
		`{"data": "\ud83d\ude00"}`:   "😀",
		`{"data": "\\ud800"}`:        `\ud800`,
		nested(maxDepth - 1):         "x",
	} {
		payload, err := Parse([]byte(body))
		if err != nil || payload.Data != data {
			t.Errorf("%s: %q, %v", body, payload.Data, err)
		}
	}
}

func TestParse_InvalidBody_ReturnsBadRequest(t *testing.T) {
	for _, body := range []string{
		"", " ", "null", "1", `"x"`, "[]", "{}", `{"data"}`, `{"data": }`, `{"data": "x"`, `{"data": "x",}`, `{"data": "x"} x`,
		`{"data": null}`, `{"data": 1}`, `{"data": {}}`, `{"data": ["x"]}`, `{'data': 'x'}`, `{data: "x"}`,
		`{"data": "x", "data": "x"}`, `{"data": "x", "Data": "x"}`, `{"data": "x" /* y */}`,
		`{"data": "\ud800"}`, `{"data": "\ude00\ud83d"}`, `{"data": "\ud800x"}`, `{"data": "\ud800\n"}`, `{"data": "\q"}`,
		"{\"data\": \"a\nb\"}", "{\"data\": \"\xff\"}", "{\"data\": \"\xed\xa0\x80\"}", "\xef\xbb\xbf{\"data\": \"x\"}",
		nested(maxDepth),
	} {
		_, err := Parse([]byte(body))
		mustReject(t, body, err)
	}
}

func TestDocument_ValidText_ReturnsTheValue(t *testing.T) {
	huge := json.Number("1e400")
	for text, value := range map[string]any{
		`{"a": 1}`:               map[string]any{"a": json.Number("1")},
		`{'a': 'b'}`:             map[string]any{"a": "b"},
		`['say "hi"', "it's"]`:   []any{`say "hi"`, "it's"},
		`['it\'s', "it\'s"]`:     []any{"it's", "it's"},
		`['\\', '\n', '\u0027']`: []any{`\`, "\n", "'"},
		`'x'`:                    "x",
		`{'a': 1e400}`:           map[string]any{"a": huge},
		`null`:                   nil,
		digits(maxDigits):        json.Number(digits(maxDigits)),
		strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth): brackets(maxDepth),
	} {
		document, err := Payload{Data: text}.Document()
		if err != nil || !reflect.DeepEqual(document, value) {
			t.Errorf("%s: %#v, %v", text, document, err)
		}
	}
}

func TestDocument_InvalidText_ReturnsBadRequest(t *testing.T) {
	for _, text := range []string{
		"", " ", "{", "{'a'", "{'a': 'b}", `{'a": 1}`, "['a]", "{'a': 1} 2", "{} {}", "}", "{'a': }", "hello", `'\`, `'\q'`,
		digits(maxDigits + 1),
		strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
	} {
		_, err := Payload{Data: text}.Document()
		mustReject(t, text, err)
	}
}

func mustReject(t *testing.T, given string, err error) {
	t.Helper()
	var refusal *problem.Problem
	if !errors.As(err, &refusal) || refusal.Status != 400 || refusal.Detail == "" {
		t.Errorf("%q: %v", given, err)
	}
}

// nested returns a payload with an additional member, whose value is the given number of nested arrays.
func nested(arrays int) string {
	return `{"data": "x", "other": ` + strings.Repeat("[", arrays) + strings.Repeat("]", arrays) + "}"
}

func digits(count int) string { return strings.Repeat("9", count) }

func brackets(count int) any {
	inner := []any{}
	for i := 1; i < count; i++ {
		inner = []any{inner}
	}
	return inner
}
