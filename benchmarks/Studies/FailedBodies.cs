using BenchmarkDotNet.Attributes;
using Benchmarks.Serving;

namespace Benchmarks.Studies;

/// <summary>
/// A status that says no, with a body that is long: read, or left where it is. Reis, 2021 (C4). What is left of a body is
/// read all the same where it is short, so that the connection can be kept; a longer one costs the connection.
/// </summary>
public class FailedBodies
{
    private readonly HttpClient _client = new() { BaseAddress = ServerProcess.Address };

    [Params(40_000, 4_000_000)]
    public int Bytes { get; set; }

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark(Baseline = true, Description = "read, then the status looked at")]
    public Task<int> Read() => StatusOf(HttpCompletionOption.ResponseContentRead);

    [Benchmark(Description = "the status looked at, body not read")]
    public Task<int> NotRead() => StatusOf(HttpCompletionOption.ResponseHeadersRead);

    private async Task<int> StatusOf(HttpCompletionOption completion)
    {
        using var response = await _client.GetAsync($"/failures/{Bytes}", completion);
        return (int)response.StatusCode;
    }
}
