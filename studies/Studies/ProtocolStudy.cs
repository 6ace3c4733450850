namespace Studies.Studies;

/// <summary>
/// Compares HTTP/1.1 to the back-end with HTTP/2 over one connection, and with HTTP/2 over as many connections as the
/// requests need. Each has a front-end of its own, whose connections are counted.
/// </summary>
internal sealed class ProtocolStudy : StudyCommand
{
    public static readonly IReadOnlyList<string> Versions = ["1.1", "2", "2-multi"];

    // Connections are counted at the end, and a long comparison would outlive them.
    private const string KeepConnections = "--Client:PooledConnectionLifetime=01:00:00";

    private readonly Option<int> _streams = StudyOptions.CreateNumber(
        "--streams", "The number of calls that the back-end takes at a time on one HTTP/2 connection.", 100, 1, 10_000);

    private readonly Option<int> _latency = StudyOptions.CreateNumber(
        "--latency", "The milliseconds that the back-end waits before each answer.", 0, 0, 60_000);

    public ProtocolStudy()
        : base(
            "protocols",
            "Compares HTTP/1.1 with HTTP/2 over one connection and over several. Counts the connections to the back-end.",
            new(9))
    {
        Add(_streams);
        Add(_latency);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(30 + (Versions.Count * 1.6 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (backend, frontends) = await StartAsync(
            context.Environment, 1, Versions, $"--Http2:MaxStreamsPerConnection={context.Get(_streams)}",
            $"--Faults:Active:LatencyMs={context.Get(_latency)}");
        var run = await context.CompareAsync(null, [.. CreateOptions(backend, frontends), ("--name", Name)]);
        if (!run.HasResult)
            return run.ToolExitCode;

        var checks = new CheckReporter();
        foreach (var (version, frontend) in frontends.Where(one => one.Key != Versions[0]))
        {
            var open = await CountHttp2ConnectionsAsync(context.Environment, frontend);
            checks.Add(version is "2" ? open is 1 : open >= 1, $"http={version}: {open} open HTTP/2 connections");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : run.ToolExitCode;
    }

    public static async Task<(Uri Backend, IReadOnlyDictionary<string, Uri> Frontends)> StartAsync(
        TestbedEnvironment environment, int start, IReadOnlyList<string> versions,
        params IReadOnlyList<string> settings)
    {
        var (http1, http2) = await environment.StartBackendWithHttp2Async(settings);
        var frontends = await StartOrder.StartAllAsync<Uri>(
            start,
            [.. versions.Select(_ => (Func<Task<Uri>>)(
                () => environment.StartFrontendAsync(
                    http1, settings: [$"--Backend:Http2Address={http2}", KeepConnections])))]);
        return (http1, versions.Zip(frontends).ToDictionary(pair => pair.First, pair => pair.Second));
    }

    /// <summary>Creates the options of a comparison with more calls at a time than a connection takes.</summary>
    public static (string Name, string Value)[] CreateOptions(
        Uri backend, IReadOnlyDictionary<string, Uri> frontends) =>
    [
        ("--url", RequestUrls.GetRandomCustomerUrl(frontends[Versions[0]])),
        ("--vary", VariantDefinition.Format(frontends.Select(frontend => new VariantDefinition(
            $"http-{frontend.Key}", RequestUrls.FormatBaseUrl(frontend.Value), $"client=shared&http={frontend.Key}")))),
        ("--baseline", $"http-{Versions[0]}"), ("--connections", "200"), MonitoredProcesses.MonitorBackend(backend),
    ];

    private static async Task<double> CountHttp2ConnectionsAsync(TestbedEnvironment environment, Uri frontend) =>
        (await environment.ReadMetricsAsync(frontend))
            .Total("http_client_open_connections", "network_protocol_version=\"2\"");
}
