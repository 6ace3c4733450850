using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime;
using System.Text;
using System.Text.Unicode;

namespace RawAggregator;

/// <summary>A connection of a caller, whose requests are answered one after the other.</summary>
internal sealed class CallerConnection(Socket socket, BackendPool pool, TimeSpan timeout)
{
    private const int MaxHeadBytes = 256;
    private readonly HttpReader _reader = new(socket);
    private readonly ArrayBufferWriter<byte> _body = new(16_384);
    private readonly ArrayBufferWriter<byte> _response = new(16_384);

    public async Task ServeAsync()
    {
        socket.NoDelay = true;
        var limit = new CancellationTokenSource();
        try
        {
            var more = ReceiveAsync();
            while (await more)
            {
                more = null;
                while (_reader.TryTakeHead() is { } head)
                {
                    limit.CancelAfter(timeout);
                    var answer = AnswerAsync(head.Span, limit.Token);
                    // While a request is answered, the next one is awaited, so that a caller that leaves is noticed.
                    more ??= ReceiveAsync();
                    if (await Task.WhenAny(answer, more) == more && !await more)
                        await limit.CancelAsync();
                    await answer;
                    await socket.SendAsync(_response.WrittenMemory);
                    if (limit.TryReset())
                        continue;
                    limit.Dispose();
                    limit = new CancellationTokenSource();
                }

                more ??= ReceiveAsync();
            }
        }
        catch (SocketException)
        {
            // The caller has left.
        }
        finally
        {
            limit.Dispose();
            socket.Dispose();
        }
    }

    /// <summary>Receives more bytes. False after the last ones, and from a caller that sends no request.</summary>
    private async Task<bool> ReceiveAsync()
    {
        try
        {
            return await _reader.FillAsync();
        }
        catch (Exception e) when (e is SocketException or InvalidDataException)
        {
            return false;
        }
    }

    private Task AnswerAsync(ReadOnlySpan<byte> head, CancellationToken cancellationToken)
    {
        var customer = "GET /api/customer/"u8;
        if (head.StartsWith(customer)
            && Utf8Parser.TryParse(head[customer.Length..], out int id, out var length)
            && head[customer.Length + length] is (byte)' ' or (byte)'?')
        {
            return AnswerCustomerAsync(id, cancellationToken);
        }

        if (head.StartsWith("GET /health/ready "u8))
            Respond(200, "text/plain", "Healthy"u8);
        else if (head.StartsWith("GET /metrics "u8))
            RespondMetrics();
        else
            RespondProblem(404);
        return Task.CompletedTask;
    }

    private async Task AnswerCustomerAsync(int id, CancellationToken cancellationToken)
    {
        try
        {
            _body.ResetWrittenCount();
            if (await pool.ReadAsync(id, _body, cancellationToken) is not 200 and var status)
                RespondProblem(status);
            else
                Respond(200, "application/json; charset=utf-8", _body.WrittenSpan);
        }
        catch (OperationCanceledException)
        {
            RespondProblem(504);
        }
        catch (Exception e) when (e is SocketException or IOException or InvalidDataException)
        {
            RespondProblem(502);
        }
    }

    // The load tool reads the CPU time of the process here, as from the other aggregators.
    private void RespondMetrics() => Respond(200, "text/plain", Encoding.ASCII.GetBytes(string.Create(
        CultureInfo.InvariantCulture,
        $"""
        dotnet_process_cpu_time_seconds_total {Environment.CpuUsage.TotalTime.TotalSeconds}
        dotnet_jit_compilation_time_seconds_total {JitInfo.GetCompilationTime().TotalSeconds}
        dotnet_jit_compiled_methods_total {JitInfo.GetCompiledMethodCount()}
        dotnet_gc_heap_total_allocated_bytes_total {GC.GetTotalAllocatedBytes()}

        """)));

    private void RespondProblem(int status)
    {
        Span<byte> body = stackalloc byte[32];
        Utf8.TryWrite(body, $$"""{"status":{{status}}}""", out var length);
        Respond(status, "application/problem+json", body[..length]);
    }

    private void Respond(int status, string type, ReadOnlySpan<byte> body)
    {
        _response.ResetWrittenCount();
        Utf8.TryWrite(_response.GetSpan(MaxHeadBytes),
            $"HTTP/1.1 {status} \r\nContent-Type: {type}\r\nContent-Length: {body.Length}\r\n\r\n", out var length);
        _response.Advance(length);
        _response.Write(body);
    }
}
