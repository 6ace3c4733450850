"""prefork.py PORT MS: the parent only waits; two children accept, and use MS milliseconds of CPU time for an answer."""
import os
import socket
import sys
import time

listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
if all(os.fork() for _ in range(2)):
    os.wait()
while True:
    connection, _ = listener.accept()
    connection.recv(4096)
    until = time.process_time() + float(sys.argv[2]) / 1000
    while time.process_time() < until:
        pass
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
    connection.close()
