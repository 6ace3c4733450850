// Ingest-go is the front-end and the back-end that forward and parse payloads, written in Go: it has the routes,
// responses and metrics of the .NET services, in one program that uses only the standard library.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"ingest-go/internal/front"
	"ingest-go/internal/metrics"
	"ingest-go/internal/payload"
	"ingest-go/internal/service"
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

// idlePerHost is the default number of idle connections to the back-end that the front-end keeps. With the default of
// net/http, which is 2, the front-end of Prodan, 2016, failed under load (claim B9 in docs/claims.md).
const idlePerHost = 100

func runFront(args []string) int {
	flags := flag.NewFlagSet("ingest-go front", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:5110", "`address` to listen on; port 0 selects a free port")
	backend := flags.String("backend", "http://127.0.0.1:5111", "`address` of the back-end, without a path")
	limit := flags.Int64("max-body", payload.DefaultLimit, "largest body, in `bytes`")
	timeout := flags.Duration("timeout", 10*time.Second, "time limit for the complete response of the back-end")
	idle := flags.Int("max-idle-per-host", idlePerHost, "largest number of idle connections to the back-end")
	standard := flags.Bool("default-transport", false, "keep only 2 idle connections, the default of net/http")
	if code, done := parse(flags, args); done {
		return code
	}
	address, err := url.Parse(*backend)
	if err != nil || address.Scheme != "http" || address.Host == "" || address.Path != "" {
		return failUsage(
			"Invalid -backend %q. Give an http address without a path, such as http://127.0.0.1:5111.", *backend)
	}
	if *standard {
		*idle = http.DefaultMaxIdleConnsPerHost
	}

	registry := metrics.NewRegistry()
	client := front.NewBackend(address, *timeout, *idle, registry)
	frontend := service.New(registry, client.Ready)
	frontend.Post("/ingest/event", client.Handler(*limit))
	return serve(frontend, *listen)
}

func runBack(args []string) int {
	flags := flag.NewFlagSet("ingest-go back", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:5111", "`address` to listen on; port 0 selects a free port")
	limit := flags.Int64("max-body", payload.DefaultLimit, "largest body, in `bytes`")
	if code, done := parse(flags, args); done {
		return code
	}

	registry := metrics.NewRegistry()
	backend := service.New(registry, service.AlwaysReady)
	backend.Post("/ingest/data", payload.Handler(*limit, registry))
	return serve(backend, *listen)
}

// runHealth checks the health of a running service. It is the health check of the container, whose image has no shell
// and no curl.
func runHealth(args []string) int {
	flags := flag.NewFlagSet("ingest-go health", flag.ContinueOnError)
	address := flags.String("url", "http://127.0.0.1:8080/health/live", "`address` of the health endpoint")
	if code, done := parse(flags, args); done {
		return code
	}
	if err := service.Probe(*address); err != nil {
		return fail(err)
	}
	return 0
}

// parse parses the command-line flags of a role, which is front-end or back-end. If done is true, the process must exit
// with the returned code.
func parse(flags *flag.FlagSet, args []string) (code int, done bool) {
	flags.SetOutput(os.Stdout)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, true
	case err != nil:
		return badUsage, true
	case flags.NArg() > 0:
		return failUsage("Unexpected argument %q for %s.", flags.Arg(0), flags.Name()), true
	}
	return 0, false
}

func serve(s *service.Service, address string) int {
	if err := s.Run(address); err != nil {
		return fail(err)
	}
	return 0
}

func failUsage(format string, values ...any) int {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	return badUsage
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}
