package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun_Help_ListsEveryRole(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"help"}} {
		var out bytes.Buffer
		if code := run(args, &out, &out); code != 0 {
			t.Errorf("the arguments %v give exit code %d instead of 0", args, code)
		}
		for role := range roles {
			if !strings.Contains(out.String(), "  "+role+" ") {
				t.Errorf("the help for the arguments %v does not mention the role %s", args, role)
			}
		}
	}
}

func TestRun_InvalidCommandLine_ReturnsUsageError(t *testing.T) {
	for _, args := range [][]string{
		{"middle"}, {"back", "here"}, {"back", "-nothing"}, {"front", "-backend", "localhost"}, {"front", "-backend", "http://a/b"},
	} {
		var out bytes.Buffer
		if code := run(args, &out, &out); code != badUsage {
			t.Errorf("the arguments %v give exit code %d instead of %d", args, code, badUsage)
		}
	}
}
