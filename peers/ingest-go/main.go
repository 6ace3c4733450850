// Ingest-go is the ingestion pair of the testbed in Go: the roles, routes, answers and metrics of the .NET services, in
// one program, with the standard library alone.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `ingest-go ROLE [flags]

  front    takes POST /ingest/event, hands it to the back-end, and answers 200 when that has it
  back     takes POST /ingest/data, parses it and the JSON inside it
  health   asks a running one whether it is live, or ready: exit 0 if so, else 1

ingest-go ROLE --help lists the flags of a role. SIGTERM lets requests in flight finish.
`

// What a wrong command line exits with, as the testbed's other programs do.
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
		fmt.Fprintf(complaints, "ingest-go has no role %s.\n\n%s", args[0], usage)
		return badUsage
	}
	return role(args[1:])
}
