namespace BackendApi.Faults;

/// <summary>Sends response bodies late or in pieces. Stops when the client disconnects.</summary>
internal static class SlowBody
{
    private const int PiecesPerSecond = 20;

    /// <summary>Returns the body that a delegate writes to the response, without sending it.</summary>
    public static async Task<Memory<byte>> BufferAsync(HttpContext context, RequestDelegate write)
    {
        var body = context.Response.Body;
        using var buffer = new MemoryStream();
        context.Response.Body = buffer;
        try
        {
            await write(context);
            await context.Response.BodyWriter.FlushAsync(context.RequestAborted); // gRPC leaves this to the server.
            // gRPC writes the status of a response that has not started into the headers: there is no message then.
            if (buffer.Length > 0 && context.Response.Headers.Remove("grpc-status", out var status))
                context.Response.AppendTrailer("grpc-status", status);
            return buffer.ToArray();
        }
        finally
        {
            context.Response.Body = body;
        }
    }

    /// <summary>Sends the headers, and then a body as the faults say.</summary>
    public static async Task SendAsync(HttpContext context, Memory<byte> document, FaultSet faults, TimeProvider time)
    {
        var (body, requestAborted) = (context.Response.Body, context.RequestAborted);
        await body.FlushAsync(requestAborted);
        await Task.Delay(TimeSpan.FromMilliseconds(faults.BodyDelayMs), time, requestAborted);
        var bytesPerSecond = faults.BytesPerSecond ?? int.MaxValue;
        while (!document.IsEmpty)
        {
            var sent = Math.Min(bytesPerSecond / PiecesPerSecond, document.Length);
            await body.WriteAsync(document[..sent], requestAborted);
            await body.FlushAsync(requestAborted);
            document = document[sent..];
            if (!document.IsEmpty)
                await Task.Delay(TimeSpan.FromSeconds((double)sent / bytesPerSecond), time, requestAborted);
        }
    }
}
