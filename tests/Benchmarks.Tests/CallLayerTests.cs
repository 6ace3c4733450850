using System.Globalization;
using System.Text.RegularExpressions;
using Benchmarks.Layers;
using Microsoft.Extensions.Http;
using Microsoft.Extensions.Http.Resilience;
using Microsoft.Extensions.Logging;

namespace Benchmarks.Tests;

/// <summary>
/// Every layer of the benchmark reads the same bytes, and does what it is there for: a layer that is not in the path of
/// the call would be measured as free.
/// </summary>
public sealed partial class CallLayerTests : IAsyncLifetime
{
    private const int Calls = 3;

    private readonly RecordingLoggerProvider _log = new();
    private readonly RecordingHandlerFilter _factory = new();
    private StubServer _server = null!;

    public static TheoryData<string> Layers => [.. CallLayers.Names];

    public async ValueTask InitializeAsync() => _server = await StubServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        _log.Dispose();
        await _server.DisposeAsync();
    }

    [Theory]
    [MemberData(nameof(Layers))]
    public async Task Read_SeveralTimes_SendsOneRequestEachOverOneConnection(string layer)
    {
        await using var session = CreateSession(layer);

        for (var i = 0; i < Calls; i++)
            (await ReadAsync(session)).ShouldBe(StubServer.Document);

        _server.RequestCount.ShouldBe(Calls);
        _server.Connections.Count.ShouldBe(1);
    }

    /// <summary>Tests that a layer has the effects of itself and of all layers below it, and no others.</summary>
    [Theory]
    [MemberData(nameof(Layers))]
    public async Task Effects_OfLayer_AreThoseOfItAndTheLayersBelow(string layer)
    {
        await using var session = CreateSession(layer);
        await ReadAsync(session);

        List<string> effects = ["socket"];
        AddIf(await ReconnectsAsync(layer), "HttpMessageInvoker");
        AddIf(session.Reader is not (SocketReader or InvokerReader { Invoker: not HttpClient }), "HttpClient");
        AddIf(session.Reader is FrontendReader { Attempts: 1 }, "handlers");
        AddIf(_factory.Names.Any(name => name.StartsWith("backend-", StringComparison.Ordinal)), "IHttpClientFactory");
        AddIf(_log.Scopes.Any(scope => scope.Contains("/document", StringComparison.Ordinal)), "logging");
        AddIf(await CountAttemptsAsync(session) is 4, "standard");
        AddIf(await CountAttemptsAsync(session) is 2, "hedging");
        AddIf(await CountRecordedCallsAsync(session) > 0, "metrics");
        AddIf(_server.TraceParents.Last().EndsWith("-01", StringComparison.Ordinal), "tracing");

        effects.ShouldBe(GetNamesUpTo(CallLayer.Get(layer)));

        void AddIf(bool isThere, string effect)
        {
            if (isThere)
                effects.Add(effect);
        }
    }

    /// <summary>Tests that the front-end's levels let no line through, as in the front-end.</summary>
    [Fact]
    public async Task Logging_OfSuccessfulCall_WritesNoLine()
    {
        await using var session = CreateSession("logging");

        await ReadAsync(session);

        _log.Scopes.ShouldNotBeEmpty();
        _log.Lines.ShouldBeEmpty();
    }

    /// <summary>Tests that the calls are counted, and that the instrument that the front-end excludes is not.</summary>
    [Fact]
    public async Task Metrics_OfCalls_AreThoseThatFrontendExports()
    {
        await using var session = CreateSession("metrics");
        for (var i = 0; i < Calls; i++)
            await ReadAsync(session);

        var metrics = await ScrapeAsync(session);

        Sum(metrics, "http_client_request_duration_seconds_count").ShouldBe(Calls);
        metrics.ShouldNotContain("http_client_active_requests");
    }

    /// <summary>Tests that the settings of a layer and of the one below differ in one of them only.</summary>
    [Fact]
    public void Settings_OfEachLayer_DifferInOneFromThoseBelow()
    {
        foreach (var layer in CallLayer.All.Where(layer => layer.Base is not null))
        {
            typeof(CallSettings).GetProperties()
                .Count(setting => !Equals(setting.GetValue(layer.Settings), setting.GetValue(layer.Base!.Settings)))
                .ShouldBe(1, layer.Name);
        }

        CallLayer.All.ShouldAllBe(layer => layer.Name.Length <= 20);
    }

    [Theory]
    [InlineData("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\n\r\n{}")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")]
    public async Task Socket_UnexpectedResponse_Throws(string response)
    {
        using var server = RawServer.Start(response);
        using var reader = new SocketReader(server.Address);

        await Should.ThrowAsync<HttpRequestException>(reader.ReadAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>Tests that the reader finds the document in a response that arrives byte by byte.</summary>
    [Fact]
    public async Task Socket_ResponseInSmallParts_ReadsDocument()
    {
        const string response = "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 5\r\n\r\n[1,2]";
        using var server = RawServer.Start(response, partBytes: 1);
        using var reader = new SocketReader(server.Address);

        var body = await reader.ReadAsync(TestContext.Current.CancellationToken);

        body.ShouldBe("[1,2]"u8.ToArray());
    }

    private CallSession CreateSession(string layer) => CallLayer.Get(layer).CreateSession(_server.Address, builder =>
    {
        builder.Services.ConfigureAll<HttpStandardResilienceOptions>(
            resilience => resilience.Retry.Delay = TimeSpan.Zero);
        builder.Logging.ClearProviders().AddProvider(_log);
        builder.Services.AddSingleton<IHttpMessageHandlerBuilderFilter>(_factory);
    });

    private static Task<byte[]> ReadAsync(CallSession session) =>
        session.Reader.ReadAsync(TestContext.Current.CancellationToken);

    private static string[] GetNamesUpTo(CallLayer layer) =>
        layer.Base is null ? [layer.Name] : [.. GetNamesUpTo(layer.Base), layer.Name];

    /// <summary>Returns whether a pool opens another connection when the server has closed the last one.</summary>
    private async Task<bool> ReconnectsAsync(string layer)
    {
        await using var session = CreateSession(layer);
        _server.ClosesConnections = true;
        try
        {
            await ReadAsync(session);
            return await IsReadAsync(session);
        }
        finally
        {
            _server.ClosesConnections = false;
        }
    }

    /// <summary>Returns the number of requests that are sent for a call if the first three fail.</summary>
    private async Task<int> CountAttemptsAsync(CallSession session)
    {
        var before = _server.RequestCount;
        for (var i = 0; i < 3; i++)
            _server.Statuses.Enqueue(503);
        await IsReadAsync(session);
        _server.Statuses.Clear();
        // The bare socket cannot be used after a failure.
        return _server.RequestCount - before;
    }

    private static async Task<bool> IsReadAsync(CallSession session)
    {
        try
        {
            return (await ReadAsync(session)).SequenceEqual(StubServer.Document);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task<double> CountRecordedCallsAsync(CallSession session) =>
        Sum(await ScrapeAsync(session), "http_client_request_duration_seconds_count");

    private static async Task<string> ScrapeAsync(CallSession session)
    {
        await session.Frontend.StartAsync(TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = new Uri(session.Frontend.Urls.Single()) };
        using var response = await client.GetAsync("/metrics", TestContext.Current.CancellationToken);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }

    private static double Sum(string metrics, string name) => SamplePattern().Matches(metrics)
        .Where(sample => sample.Groups["name"].Value == name)
        .Sum(sample => double.Parse(sample.Groups["value"].ValueSpan, CultureInfo.InvariantCulture));

    [GeneratedRegex(@"^(?<name>\w+)(\{.*\})? (?<value>\S+)$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex SamplePattern();

    /// <summary>Records the names of the clients for which IHttpClientFactory builds handlers.</summary>
    private sealed class RecordingHandlerFilter : IHttpMessageHandlerBuilderFilter
    {
        public ConcurrentBag<string> Names { get; } = [];

        public Action<HttpMessageHandlerBuilder> Configure(Action<HttpMessageHandlerBuilder> next) => builder =>
        {
            Names.Add(builder.Name!);
            next(builder);
        };
    }

    /// <summary>Records the scopes and lines of all loggers of HTTP clients.</summary>
    private sealed class RecordingLoggerProvider : ILoggerProvider
    {
        public ConcurrentQueue<string> Scopes { get; } = [];

        public ConcurrentQueue<string> Lines { get; } = [];

        public ILogger CreateLogger(string categoryName) =>
            new RecordingLogger(this, categoryName.StartsWith("System.Net.Http", StringComparison.Ordinal));

        public void Dispose()
        {
        }

        private sealed class RecordingLogger(RecordingLoggerProvider log, bool isHttp) : ILogger
        {
            public IDisposable? BeginScope<TState>(TState state)
                where TState : notnull
            {
                if (isHttp)
                    log.Scopes.Enqueue(state.ToString()!);
                return null;
            }

            public bool IsEnabled(LogLevel logLevel) => true;

            public void Log<TState>(
                LogLevel logLevel,
                EventId eventId,
                TState state,
                Exception? exception,
                Func<TState, Exception?, string> formatter)
            {
                if (isHttp)
                    log.Lines.Enqueue(formatter(state, exception));
            }
        }
    }
}
