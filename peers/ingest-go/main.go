// Ingest-go is the front-end and the back-end that forward and parse payloads, written in Go: it has the routes,
// responses and metrics of the .NET services, in one program that uses only the standard library.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `ingest-go ROLE [flags]

  front    forwards each POST /ingest/event to the back-end, and answers 200 once the back-end has accepted it
  back     parses each POST /ingest/data, and the JSON text in it
  health   asks a running service whether it is healthy: exit code 0 if it is, otherwise 1

ingest-go ROLE --help lists the flags of a role. On SIGTERM the requests in flight are completed.
`

// badUsage is the exit code for an invalid command line. All programs of the testbed use it.
const badUsage = 64

var roles = map[string]func(args []string) int{"front": runFront, "back": runBack, "health": runHealth}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, complaints io.Writer) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(out, usage)
		return 0
	}
	role, known := roles[args[0]]
	if !known {
		fmt.Fprintf(complaints, "Unknown role %q.\n\n%s", args[0], usage)
		return badUsage
	}
	return role(args[1:])
}
