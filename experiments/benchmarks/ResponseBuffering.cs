using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Benchmarks.Documents;

namespace Benchmarks;

/// <summary>
/// Benchmarks of a body that is buffered before it is parsed, compared with a body that is parsed while it arrives,
/// over HTTP from another process. There is a class for each garbage collector that Reis, 2021, measured (claims C1 and
/// C2 in docs/claims.md).
/// </summary>
public abstract class ResponseBuffering
{
    private readonly HttpClient _client = new() { BaseAddress = DocumentServerProcess.Address };

    [Params(1_000, 40_000, 400_000, 4_000_000)]
    public int Bytes { get; set; }

    private string DocumentPath => $"/documents/{Bytes}";

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark(Baseline = true, Description = "ResponseContentRead")]
    public Task<object?> Buffered() => ReadAsync(HttpCompletionOption.ResponseContentRead);

    [Benchmark(Description = "ResponseHeadersRead")]
    public Task<object?> HeadersRead() => ReadAsync(HttpCompletionOption.ResponseHeadersRead);

    [Benchmark(Description = "GetStreamAsync")]
    public async Task<object?> GetStream()
    {
        await using var body = await _client.GetStreamAsync(DocumentPath);
        return await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web);
    }

    private async Task<object?> ReadAsync(HttpCompletionOption completion)
    {
        using var response = await _client.GetAsync(DocumentPath, completion);
        response.EnsureSuccessStatusCode();
        await using var body = await response.Content.ReadAsStreamAsync();
        return await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web);
    }
}

/// <summary>The benchmarks of response buffering with Workstation GC.</summary>
[GarbageCollector(isServer: false, isForced: false)]
public class ResponseBufferingWorkstation : ResponseBuffering;

/// <summary>
/// The benchmarks of response buffering with Workstation GC and a collection forced between iterations.
/// </summary>
[GarbageCollector(isServer: false, isForced: true)]
public class ResponseBufferingWorkstationForce : ResponseBuffering;

/// <summary>The benchmarks of response buffering with Server GC.</summary>
[GarbageCollector(isServer: true, isForced: false)]
public class ResponseBufferingServer : ResponseBuffering;

/// <summary>The benchmarks of response buffering with Server GC and a collection forced between iterations.</summary>
[GarbageCollector(isServer: true, isForced: true)]
public class ResponseBufferingServerForce : ResponseBuffering;
