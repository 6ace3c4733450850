namespace Load.Tests.Hosting;

/// <summary>
/// A server that exposes known metrics: according to them, each request takes exactly 2 ms of CPU time, of which 0.1 ms
/// is JIT compilation, and allocates 3,000 bytes. The server counts a request after the response was sent, as a real
/// server does.
/// </summary>
internal sealed class MeteredServer : IAsyncDisposable
{
    private TestServer _server = null!;
    private long _requestCount;

    public string Url => _server.Url;

    public ConcurrentQueue<string> RequestedPaths => _server.RequestedPaths;

    public static async Task<MeteredServer> StartAsync()
    {
        var metered = new MeteredServer();
        metered._server = await TestServer.StartAsync(
            context =>
            {
                context.Response.OnCompleted(() =>
                {
                    Interlocked.Increment(ref metered._requestCount);
                    return Task.CompletedTask;
                });
                return TestServer.HelloAsync(context);
            },
            metered.FormatMetrics);
        return metered;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private string FormatMetrics()
    {
        var n = Interlocked.Read(ref _requestCount);
        return string.Join('\n',
            $$"""dotnet_process_cpu_time_seconds_total{cpu_mode="user"} {{0.0015 * n}}""",
            $$"""dotnet_process_cpu_time_seconds_total{cpu_mode="system"} {{0.0005 * n}}""",
            $"dotnet_jit_compilation_time_seconds_total {0.0001 * n}",
            $"dotnet_gc_heap_total_allocated_bytes_total {3000 * n}",
            "dotnet_thread_pool_thread_count 11",
            "dotnet_thread_pool_queue_length 42",
            "http_server_active_requests 17",
            """http_client_open_connections{http_connection_state="active"} 4""",
            """http_client_open_connections{http_connection_state="idle"} 2""",
            "dotnet_process_memory_working_set_bytes 99000000",
            "anonymous_bytes 28000000",
            "time_wait 12",
            $$"""http_server_request_duration_seconds_count{http_request_method="GET",http_route="{**path}"} {{n}}""");
    }
}
