using System.Collections.Concurrent;

namespace Studies.Claims.LoadToolFeatures;

/// <summary>A server that records the requests that it gets, and answers each after a while.</summary>
internal sealed class RecordingServer(Uri address) : LoopbackServer(address)
{
    public const string RecordedHeader = "X-Customer";
    public const string AnswerHeader = "X-Answer";

    /// <summary>The time between a request and its response, in which other requests can arrive.</summary>
    private static readonly TimeSpan AnswerTime = TimeSpan.FromMilliseconds(100);
    private readonly ConcurrentQueue<ReceivedRequest> _requests = [];
    private int _open;
    private int _mostAtOnce;
    public IReadOnlyList<ReceivedRequest> Requests => [.. _requests];

    /// <summary>The largest number of requests that waited for their responses at the same time.</summary>
    public int MostAtOnce => Volatile.Read(ref _mostAtOnce);

    protected override void RecordArrival() =>
        _mostAtOnce = Math.Max(_mostAtOnce, Interlocked.Increment(ref _open));

    protected override async Task AnswerAsync(HttpListenerContext context)
    {
        using var reader = new StreamReader(context.Request.InputStream);
        _requests.Enqueue(new ReceivedRequest(
            context.Request.HttpMethod, Uri.UnescapeDataString(context.Request.RawUrl!),
            context.Request.Headers[RecordedHeader], await reader.ReadToEndAsync()));
        await Task.Delay(AnswerTime);
        context.Response.AddHeader(AnswerHeader, "42");
        // Before the response, because the client may send its next request as soon as it has the response.
        Interlocked.Decrement(ref _open);
        context.Response.Close();
    }
}

internal sealed record ReceivedRequest(string Method, string Path, string? Customer, string Body);
