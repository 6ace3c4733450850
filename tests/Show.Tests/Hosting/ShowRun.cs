using System.Net.Http.Headers;
using System.Net.ServerSentEvents;

namespace Show.Tests.Hosting;

/// <summary>A run of this program in the test process, with its page on a free port.</summary>
internal sealed class ShowRun : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly StringWriter _output = new();
    private readonly Task<int> _exitCode;
    private HttpClient _http = null!;
    private Uri _page = null!;

    private ShowRun(string[] args)
    {
        var output = TextWriter.Synchronized(_output);
        string[] page = args.Contains("--page") ? [] : ["--page", "http://127.0.0.1:0"];
        _exitCode = new ShowCommand(output, output).InvokeAsync([.. args, .. page], _stop.Token);
    }

    public string Output => _output.ToString();

    public string Address => _page.AbsoluteUri;

    public static async Task<ShowRun> StartAsync(params string[] args)
    {
        var run = new ShowRun(args);
        run._page = new Uri((await run.WaitForOutputAsync(@"page +(http://\S+)")).Groups[1].Value);
        run._http = new HttpClient { BaseAddress = run._page };
        return run;
    }

    public Task<Match> WaitForOutputAsync(string pattern) => Eventually.GetAsync(
        () => Task.FromResult(Regex.Match(Output, pattern) is { Success: true } match ? match : null),
        TimeSpan.FromSeconds(40));

    public Task<HttpResponseMessage> GetAsync(string path, string? host = null, string? origin = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Host = host;
        if (origin is not null)
            request.Headers.Add("Origin", origin);
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public Task<string> ReadAsync(string path) => _http.GetStringAsync(path, TestContext.Current.CancellationToken);

    /// <summary>Sends a request as the page does, with the token of its address.</summary>
    public Task<HttpResponseMessage> PostAsync(string path, string json, string? token = null, string? origin = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(json, Encoding.UTF8, "application/json"),
        };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token ?? _page.Fragment.Split('=')[^1]);
        request.Headers.Add("Origin", origin ?? _page.GetLeftPart(UriPartial.Authority));
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Reads the lines that the page gets, up to and including the first of a kind that has a text.</summary>
    public async Task<string[]> ReadUntilAsync(string kind, string text = "")
    {
        await using var body = await _http.GetStreamAsync("events", TestContext.Current.CancellationToken);
        var lines = new List<string>();
        await foreach (var item in SseParser.Create(body).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            lines.Add(item.Data);
            if (RunEvents.GetKind(item.Data) == kind && item.Data.Contains(text, StringComparison.Ordinal))
                break;
        }

        return [.. lines];
    }

    /// <summary>Waits until the program has ended by itself.</summary>
    public Task<int> WaitForExitAsync() => _exitCode;

    /// <summary>Stops the program as Ctrl-C does.</summary>
    public async Task<int> StopAsync()
    {
        await _stop.CancelAsync();
        return await _exitCode;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _http.Dispose();
        _stop.Dispose();
    }
}
