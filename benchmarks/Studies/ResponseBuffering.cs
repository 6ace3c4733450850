using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Benchmarks.Documents;
using Benchmarks.Serving;
using Newtonsoft.Json;
using JsonSerializer = System.Text.Json.JsonSerializer;

namespace Benchmarks.Studies;

/// <summary>
/// A body that is buffered before it is parsed, against one that is parsed as it comes, over HTTP from another process. Reis,
/// 2021 (C1, C2).
/// </summary>
public class ResponseBuffering
{
    private readonly HttpClient _client = new() { BaseAddress = ServerProcess.Address };

    [Params(1_000, 40_000, 400_000, 4_000_000)]
    public int Bytes { get; set; }

    /// <value>Of names and numbers; of text it is a demonstration, large-objects.</value>
    internal string Kind { get; init; } = "documents";

    private string Path => $"/{Kind}/{Bytes}";

    [GlobalCleanup]
    public void DisposeClient() => _client.Dispose();

    [Benchmark(Baseline = true, Description = "ResponseContentRead")]
    public Task<object?> Buffered() => ReadAsync(HttpCompletionOption.ResponseContentRead);

    [Benchmark(Description = "ResponseHeadersRead")]
    public Task<object?> HeadersRead() => ReadAsync(HttpCompletionOption.ResponseHeadersRead);

    [Benchmark(Description = "GetStreamAsync")]
    public async Task<object?> GetStream()
    {
        await using var body = await _client.GetStreamAsync(Path);
        return await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web);
    }

    [Benchmark(Description = "ResponseContentRead, Json.NET")]
    public Task<object?> BufferedNewtonsoft() => ReadNewtonsoftAsync(HttpCompletionOption.ResponseContentRead);

    [Benchmark(Description = "ResponseHeadersRead, Json.NET")]
    public Task<object?> HeadersReadNewtonsoft() => ReadNewtonsoftAsync(HttpCompletionOption.ResponseHeadersRead);

    private async Task<object?> ReadAsync(HttpCompletionOption completion)
    {
        using var response = await _client.GetAsync(Path, completion);
        response.EnsureSuccessStatusCode();
        await using var body = await response.Content.ReadAsStreamAsync();
        return await JsonSerializer.DeserializeAsync<SearchResult>(body, JsonSerializerOptions.Web);
    }

    /// <summary>Json.NET has no asynchronous Deserialize: a thread waits while the body comes.</summary>
    private async Task<object?> ReadNewtonsoftAsync(HttpCompletionOption completion)
    {
        using var response = await _client.GetAsync(Path, completion);
        response.EnsureSuccessStatusCode();
        using var reader = new JsonTextReader(new StreamReader(await response.Content.ReadAsStreamAsync()));
        return Newtonsoft.Json.JsonSerializer.CreateDefault().Deserialize<SearchResult>(reader);
    }
}
