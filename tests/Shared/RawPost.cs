namespace Testing;

/// <summary>
/// Sends a POST request over a socket, because an HTTP client would refuse to send the invalid requests of the tests.
/// </summary>
internal static class RawPost
{
    /// <returns>The status, content type and body of the response. The status is 0 if there was no response.</returns>
    public static async Task<(int Status, string Type, string Body)> SendAsync(
        Uri address, string path, HostileBody request, CancellationToken cancellationToken)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(address.Host, address.Port, cancellationToken);
        var stream = socket.GetStream();
        var head = $"POST {path} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n{request.Headers}\r\n";
        await stream.WriteAsync(Encoding.ASCII.GetBytes(head), cancellationToken);
        var response = ReadToEndAsync(stream, cancellationToken);
        await WriteAsync(socket, request, until: response, cancellationToken);
        return Parse(await response);
    }

    private static async Task WriteAsync(
        TcpClient socket, HostileBody request, Task until, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var part in request.Parts.TakeWhile(_ => !until.IsCompleted))
            {
                await socket.GetStream().WriteAsync(part, cancellationToken);
                if (request.Pause > TimeSpan.Zero)
                    await Task.WhenAny(until, Task.Delay(request.Pause, cancellationToken));
            }

            if (request.IsCutOff)
                socket.Client.Shutdown(SocketShutdown.Send);
        }
        catch (Exception refused) when (refused is IOException or SocketException)
        {
            // The server has responded and closed the connection before the whole body was sent.
        }
    }

    private static async Task<string> ReadToEndAsync(NetworkStream stream, CancellationToken cancellationToken)
    {
        var (text, buffer) = (new StringBuilder(), new byte[4096]);
        try
        {
            while (await stream.ReadAsync(buffer, cancellationToken) is > 0 and var read)
                text.Append(Encoding.UTF8.GetString(buffer, 0, read));
        }
        catch (IOException)
        {
            // A server that closes the connection before it has read the whole request resets it.
        }

        return text.ToString();
    }

    private static (int, string, string) Parse(string response)
    {
        if (response.Split("\r\n\r\n", 2) is not [var head, var body])
            return (0, "", response);
        var type = head.Split("\r\nContent-Type: ");
        return (int.Parse(head[9..12]), type.Length is 1 ? "" : type[1].Split("\r\n")[0], body);
    }
}
