using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Experiments.Tests.Hosting;

/// <summary>An HTTP server on this machine that counts its requests, and answers each by its number.</summary>
internal sealed class LoopbackServer : IAsyncDisposable
{
    private readonly WebApplication _app;
    private int _requests;

    public LoopbackServer(Func<int, IResult> answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.MapFallback(() => answer(Interlocked.Increment(ref _requests)));
        _app.Start();
    }

    public Uri Address => new(_app.Urls.Single());

    public int Requests => Volatile.Read(ref _requests);

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
