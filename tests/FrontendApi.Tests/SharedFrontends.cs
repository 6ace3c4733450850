using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace FrontendApi.Tests;

/// <summary>
/// A front-end and its back-end for each list of settings and each version of HTTP. The tests of a class share them,
/// because starting both takes longer than most tests. Those tests run one after another, and each sets how the back-end
/// responds.
/// </summary>
public sealed class SharedFrontends : IAsyncDisposable
{
    private readonly Dictionary<string, Pair> _pairs = [];

    /// <summary>Returns a front-end whose back-end responds as given, until the next call.</summary>
    /// <param name="respond">How the back-end responds.</param>
    /// <param name="settings">The settings of the front-end.</param>
    internal Task<FrontendUnderTest> GetAsync(RequestDelegate respond, params (string Key, string Value)[] settings) =>
        GetAsync(respond, HttpProtocols.Http1, settings);

    /// <inheritdoc cref="GetAsync(RequestDelegate, ValueTuple{string, string}[])"/>
    /// <param name="respond">How the back-end responds.</param>
    /// <param name="protocols">The versions of HTTP that the back-end has.</param>
    /// <param name="settings">The settings of the front-end.</param>
    internal async Task<FrontendUnderTest> GetAsync(
        RequestDelegate respond, HttpProtocols protocols, params (string Key, string Value)[] settings)
    {
        var key = $"{protocols} {string.Join(' ', settings)}";
        if (!_pairs.TryGetValue(key, out var pair))
            _pairs[key] = pair = await Pair.StartAsync(protocols, settings);
        pair.Respond = respond;
        return pair.Frontend;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var pair in _pairs.Values)
            await pair.DisposeAsync();
    }

    private sealed class Pair : IAsyncDisposable
    {
        private StubBackend _backend = null!;

        public RequestDelegate Respond { get; set; } = null!;

        public FrontendUnderTest Frontend { get; private set; } = null!;

        public static async Task<Pair> StartAsync(HttpProtocols protocols, (string, string)[] settings)
        {
            var pair = new Pair();
            pair._backend = await StubBackend.StartAsync(context => pair.Respond(context), protocols);
            pair.Frontend = new(pair._backend.Address, [("Backend:Http2Address", pair._backend.Address), .. settings]);
            return pair;
        }

        public async ValueTask DisposeAsync()
        {
            await Frontend.DisposeAsync();
            await _backend.DisposeAsync();
        }
    }
}
