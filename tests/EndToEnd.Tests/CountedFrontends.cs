using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Front-end processes that the tests of a class share, one for each combination of settings, because starting a
/// process takes longer than the test. Each has a back-end of its own, which counts connections.
/// </summary>
public sealed class CountedFrontends : IAsyncDisposable
{
    private readonly Dictionary<string, (CountingBackend Backend, ServiceProcess Frontend)> _pairs = [];

    /// <param name="settings">Settings of the front-end, such as --Client:MaxConnectionsPerServer=2.</param>
    internal async Task<(CountingBackend Backend, ServiceProcess Frontend)> GetAsync(params string[] settings)
    {
        var key = string.Join(' ', settings);
        if (_pairs.TryGetValue(key, out var pair))
            return pair;
        var backend = new CountingBackend();
        try
        {
            return _pairs[key] = (backend, await StartFrontendAsync(backend, settings));
        }
        catch
        {
            await backend.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a front-end that only one test uses.</summary>
    internal static Task<ServiceProcess> StartFrontendAsync(CountingBackend backend, params string[] settings) =>
        ServiceProcess.StartAsync(
            "FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={backend.Http2Address}",
                .. settings,
            ],
            TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        foreach (var (backend, frontend) in _pairs.Values)
        {
            await frontend.DisposeAsync();
            await backend.DisposeAsync();
        }
    }
}
