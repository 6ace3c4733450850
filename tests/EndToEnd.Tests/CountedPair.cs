namespace EndToEnd.Tests;

/// <summary>A front-end with a back-end that counts calls and connections, both in this process.</summary>
public sealed class CountedPair : IAsyncDisposable
{
    private const string Never = "-00:00:00.001";

    private readonly ServiceFactory<FrontendMetrics> _frontend;
    private readonly HttpClient _client;

    public CountedPair()
        : this([])
    {
    }

    internal CountedPair(
        IEnumerable<(string Key, string Value)> frontend, params (string Key, string Value)[] backend)
    {
        Backend = new(backend);
        (string Key, string Value)[] defaults =
        [
            ("Backend:BaseAddress", $"{Backend.Address}"), ("Backend:Http2Address", $"{Backend.Http2Address}"),
            ("Backend:Timeout", "00:00:30"),
            ("Client:PooledConnectionLifetime", Never), ("Client:PooledConnectionIdleTimeout", Never),
        ];
        _frontend = new([.. frontend.Concat(defaults).DistinctBy(setting => setting.Key)]);
        _client = _frontend.CreateHttpClient();
    }

    internal CountingBackend Backend { get; }

    internal Uri Address => _frontend.Address;

    public Task<HttpResponseMessage> GetAsync(int id, string flags) =>
        _client.GetAsync($"/api/customer/{id}?{flags}", TestContext.Current.CancellationToken);

    public async Task<string> GetTextAsync(int id, string flags)
    {
        using var response = await GetAsync(id, flags);
        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        response.IsSuccessStatusCode.ShouldBeTrue(text);
        return text;
    }

    /// <summary>Sends requests one after the other, and returns the number of connections that they open.</summary>
    public async Task<int> CountConnectionsAsync(string flags, int requests)
    {
        var before = Backend.Connections;
        for (var id = 1; id <= requests; id++)
            await GetTextAsync(id, flags);
        return Backend.Connections - before;
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _frontend.DisposeAsync();
        await Backend.DisposeAsync();
    }
}
