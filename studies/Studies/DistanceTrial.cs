namespace Studies.Studies;

/// <summary>One comparison at one distance, with processes of its own.</summary>
internal sealed record DistanceTrial(string RoundTrip, bool IsShort)
{
    /// <summary>With these orders of each customer, a request makes three calls, one after the other.</summary>
    private const int Orders = 2;
    private const int Calls = 1 + Orders;
    private const int Rounds = 3;
    private const int ResponsesPerTrial = 20;
    private const int ResponsesPerShortTrial = 13;
    private const int CheckRequests = 21;

    /// <summary>
    /// How far the round trip that curl measures may be from the one that was asked for. A request takes some tenths of
    /// a millisecond by itself.
    /// </summary>
    private const double AllowedMs = 1;
    private const double AllowedShare = 0.1;

    private double RttMs { get; } = TryParse(RoundTrip)!.Value;

    /// <summary>Names, and query strings for the front-end.</summary>
    public static IReadOnlyList<(string Name, string Query)> Variants { get; } =
    [
        ("get-from-json", "strategy=get-from-json&client=shared"),
        ("again", "strategy=get-from-json&client=shared"),
        ("webclient-sync", "strategy=webclient-sync"),
        ("read-as-async-2014", "strategy=read-as-async-2014&client=shared"),
        ("string-jsonconvert", "strategy=string-jsonconvert&client=shared"),
        ("parallel", "strategy=get-from-json&client=shared&fanout=parallel"),
        ("one-call", "strategy=orders-included&client=shared"),
        ("per-request", "strategy=get-from-json&client=per-request"),
        ("http-2", "strategy=get-from-json&client=shared&http=2"),
    ];

    /// <summary>The expected time of one start, in which the baseline has a second trial in each round.</summary>
    public TimeSpan Duration => IsShort ? TimeSpan.FromSeconds(25) : TimeSpan.FromSeconds(8)
        + ((1 + Variants.Count) * (TimeSpan.FromSeconds(3.5) + (Rounds * (TrialTime + TimeSpan.FromSeconds(0.6)))));

    // A trial that is not much longer than its responses is decided by how many of them end in it.
    private TimeSpan TrialTime => TimeSpan.FromMilliseconds(IsShort
        ? Math.Max(500, ResponsesPerShortTrial * (1 + Calls) * RttMs)
        : Math.Max(1_000, ResponsesPerTrial * (1 + Calls) * RttMs));

    /// <summary>Parses a time such as 5ms.</summary>
    /// <returns>The milliseconds; null if it is not such a time.</returns>
    public static double? TryParse(string time) => time.EndsWith("ms", StringComparison.Ordinal)
        && double.TryParse(time[..^2], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ms)
            ? ms
            : null;

    public async Task<DistanceMeasurement> MeasureAsync(StudyContext context, int start)
    {
        var environment = context.Environment;
        var (backend, http2) = await environment.StartBackendWithHttp2Async($"--Data:OrdersPerCustomer={Orders}");
        var oneWay = TimeSpan.FromMilliseconds(RttMs / 2);
        using var distant = new TcpRelay(backend, oneWay: oneWay);
        using var distantHttp2 = new TcpRelay(http2, oneWay: oneWay);
        var curlMs = await CheckAsync(environment, distant.Address);
        var frontend = await environment.StartFrontendAsync(
            distant.Address, settings: $"--Backend:Http2Address={distantHttp2.Address}");
        // A comparison that is one of several has no display, and the order of its trials is its own.
        var comparison = context with { Starts = 2, StartNumber = start, Rounds = IsShort ? 2 : Rounds };
        var run = await comparison.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)),
            ("--vary", VariantDefinition.Format(Variants.Select(variant => new VariantDefinition(
                variant.Name, RequestUrls.FormatBaseUrl(frontend), variant.Query)))),
            ("--baseline", Variants[0].Name), ("--connections", "1"), MonitoredProcesses.MonitorBackend(backend),
            ("--warmup", IsShort ? "0.5s" : "3s"), ("--slice-warmup", IsShort ? "0.1s" : "0.5s"),
            ("--slice", $"{TableNumbers.Format(TrialTime.TotalSeconds, "0.##")}s"),
            ("--name", $"{DistanceStudy.StudyName}-{RoundTrip}-{start}"));
        await environment.StopAsync(frontend);
        await environment.StopAsync(backend);
        var result = run.ReadResult();
        return new(
            RttMs, curlMs, run.ToolExitCode is ExitCode.Success,
            Variants.ToDictionary(variant => variant.Name, variant => result.GetVariant(variant.Name).Latency.P50
                ?? throw new StudyException($"Too few responses of {variant.Name} for a median. Is the machine busy?")));
    }

    /// <summary>Measures the time of a request with curl, on the path of the calls and an open connection.</summary>
    private async Task<double> CheckAsync(TestbedEnvironment environment, Uri distant)
    {
        var curl = await ProcessRunner.CaptureAsync(
            new ProcessStartInfo("curl",
            [
                "--silent", "--show-error", "--fail", "--noproxy", "*", "--output", "/dev/null", "--write-out",
                "%{num_connects} %{time_starttransfer}\n", $"{distant}health/live?[1-{CheckRequests}]",
            ]),
            environment.StopToken);
        double[] times =
        [
            .. curl.Output.Split('\n').Where(line => line.StartsWith("0 ", StringComparison.Ordinal))
                .Select(line => 1_000 * double.Parse(line[2..], CultureInfo.InvariantCulture)),
        ];
        if (times is [])
            throw new StudyException($"curl exited with code {curl.ExitCode}. {curl.Errors}");
        var curlMs = times.Median();
        var text = $"curl needs {TableNumbers.Format(curlMs)} ms for a request over a round trip of {RoundTrip}";
        return IsNear(curlMs) ? curlMs : throw new StudyException(
            $"{text}. Allowed are {AllowedMs} ms more or less, and {AllowedShare:P0}.");
    }

    private bool IsNear(double curlMs) => Math.Abs(curlMs - RttMs) <= AllowedMs + (AllowedShare * RttMs);
}
