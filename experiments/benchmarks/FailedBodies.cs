using BenchmarkDotNet.Attributes;

namespace Benchmarks;

/// <summary>
/// Benchmarks of a failed response with a long body, which the client reads or does not read. SocketsHttpHandler drains
/// the rest of a short body so that the connection can be reused, but closes the connection if the rest is long. The
/// benchmarks repeat a measurement of Reis, 2021 (claim C4 in docs/claims.md).
/// </summary>
public class FailedBodies
{
    private readonly HttpClient _client = new() { BaseAddress = DocumentServerProcess.Address };

    [Params(40_000, 4_000_000)]
    public int Bytes { get; set; }

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark(Baseline = true, Description = "body read, then status checked")]
    public Task<int> Read() => GetStatusAsync(HttpCompletionOption.ResponseContentRead);

    [Benchmark(Description = "status checked, body not read")]
    public Task<int> NotRead() => GetStatusAsync(HttpCompletionOption.ResponseHeadersRead);

    private async Task<int> GetStatusAsync(HttpCompletionOption completion)
    {
        using var response = await _client.GetAsync($"/failures/{Bytes}", completion);
        return (int)response.StatusCode;
    }
}
