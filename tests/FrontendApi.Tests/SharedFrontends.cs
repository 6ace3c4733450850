namespace FrontendApi.Tests;

/// <summary>
/// A front-end and its back-end for each list of settings and each version of HTTP. The tests of a class share them,
/// because starting both takes longer than most tests. Those tests run one after another, and each sets how the
/// back-end responds.
/// </summary>
public sealed class SharedFrontends : IAsyncDisposable
{
    private readonly Dictionary<string, FrontendUnderTest> _frontends = [];

    internal Task<FrontendUnderTest> GetAsync(RequestDelegate respond, params (string Key, string Value)[] settings) =>
        GetAsync(respond, HttpProtocols.Http1, settings);

    internal async Task<FrontendUnderTest> GetAsync(
        RequestDelegate respond, HttpProtocols protocols, params (string Key, string Value)[] settings)
    {
        var key = $"{protocols} {string.Join(' ', settings)}";
        if (!_frontends.TryGetValue(key, out var frontend))
            _frontends[key] = frontend = await FrontendUnderTest.StartAsync(respond, _ => { }, settings, protocols);
        frontend.Use(respond);
        return frontend;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var frontend in _frontends.Values)
            await frontend.DisposeAsync();
    }
}
