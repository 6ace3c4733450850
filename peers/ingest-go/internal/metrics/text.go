package metrics

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// Label formats a label in the Prometheus text format. The caller joins several labels with commas.
func Label(name, value string) string { return name + `="` + labelEscapes.Replace(value) + `"` }

// Status formats the label for the status code of an HTTP response.
func Status(status int) string { return Label("http_response_status_code", strconv.Itoa(status)) }

func writeHead(text *bytes.Buffer, name, kind, help string) {
	text.WriteString("# HELP " + name + " " + helpEscapes.Replace(help) + "\n# TYPE " + name + " " + kind + "\n")
}

func writeSample(text *bytes.Buffer, name, labels string, value float64) {
	text.WriteString(name)
	if labels != "" {
		text.WriteString("{" + labels + "}")
	}
	text.WriteString(" " + number(value) + "\n")
}

func number(value float64) string {
	if math.IsInf(value, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(value, 'G', -1, 64)
}
