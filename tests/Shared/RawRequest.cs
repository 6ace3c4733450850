namespace Testing;

/// <summary>Sends bytes over a socket, because an HTTP client would refuse most requests of the tests.</summary>
internal static class RawRequest
{
    /// <summary>
    /// Sends a request. If no response comes soon, the request is incomplete, and the end of the stream is sent.
    /// </summary>
    /// <returns>All that the service sends until it closes the connection.</returns>
    public static async Task<string> SendAsync(
        Uri service, byte[] request, TimeSpan patience, CancellationToken cancellationToken)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(service.Host, service.Port, cancellationToken);
        var stream = socket.GetStream();
        var (response, buffer) = (new MemoryStream(), new byte[4096]);
        try
        {
            await stream.WriteAsync(request, cancellationToken);
            var reading = stream.ReadAsync(buffer, cancellationToken).AsTask();
            await Task.WhenAny(reading, Task.Delay(patience, cancellationToken));
            socket.Client.Shutdown(SocketShutdown.Send);
            response.Write(buffer, 0, await reading);
            await stream.CopyToAsync(response, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            // The service closed the connection before it read the whole request.
        }

        return Encoding.Latin1.GetString(response.ToArray());
    }
}
