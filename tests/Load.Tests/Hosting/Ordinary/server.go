// Go's HTTP server, as a program that prints its port, and the number of its requests when its input ends.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync/atomic"
)

func main() {
	var requests int64
	handler := func(response http.ResponseWriter, _ *http.Request) {
		atomic.AddInt64(&requests, 1)
		io.WriteString(response, "hello")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	if len(os.Args) == 1 {
		go http.Serve(listener, http.HandlerFunc(handler))
	} else {
		go http.ServeTLS(listener, http.HandlerFunc(handler), os.Args[1], os.Args[2])
	}
	io.Copy(io.Discard, os.Stdin)
	fmt.Println(atomic.LoadInt64(&requests))
}
