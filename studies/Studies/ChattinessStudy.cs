namespace Studies.Studies;

/// <summary>
/// Compares ways to read a customer with its orders over the latency of the back-end. They differ in the number of
/// calls, and in the number of calls that wait for each other: the response time grows with the second.
/// </summary>
internal sealed class ChattinessStudy : StudyCommand
{
    private const int Customers = 20;
    private const int MaxOrders = 9;
    private const int MaxLatencyMs = 1_000;

    // A trial that is not much longer than its responses is decided by how many of them end in it.
    private const int ResponsesPerTrial = 10;

    /// <summary>Names, and query strings for the front-end. The others are compared with the first.</summary>
    public static readonly (string Name, string Query)[] Variants =
    [
        ("sequential", "strategy=get-from-json&fanout=sequential"),
        ("parallel", "strategy=get-from-json&fanout=parallel"),
        ("one-call", "strategy=orders-included"),
    ];

    private readonly Option<string> _latencies = StudyOptions.CreateText(
        "--latencies", "MS", $"The milliseconds that the back-end waits before each answer, from 0 to {MaxLatencyMs}.",
        "0,1,5,10,20,50").WithRange(0, MaxLatencyMs);

    private readonly Option<int> _orders = StudyOptions.CreateNumber(
        "--orders", $"The number of orders of each customer, from 1 to {MaxOrders}.", 5, 1, MaxOrders);

    public ChattinessStudy()
        : base(
            "chattiness",
            "Compares a call for each order, one after the other and at the same time, with one call for the customer "
            + "and all orders, for several latencies of the back-end.",
            new(7))
    {
        Add(_latencies);
        Add(_orders);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        GetLatencies(arguments).Sum(latency =>
            10 + (Variants.Length * (3 + (rounds * (0.6 + GetTrialSeconds(latency, arguments.GetValue(_orders))))))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (rows, code, orders) = (new List<Row>(), ExitCode.Success, context.Get(_orders));
        foreach (var latency in GetLatencies(context.Arguments))
        {
            var environment = context.Environment;
            var backend = await environment.StartBackendAsync(
                $"--Data:Customers={Customers}", $"--Data:OrdersPerCustomer={orders}",
                $"--Faults:Active:LatencyMs={latency}");
            var frontend = await environment.StartFrontendAsync(backend);
            var calls = await CountCallsAsync(environment, frontend);
            var run = await context.CompareAsync(null,
                ("--url", $"{frontend}api/customer/{{{{{{id:RAND_INTEGER:[1:{Customers}]}}}}}}"),
                ("--vary", VariantDefinition.Format(Variants.Select(variant => new VariantDefinition(
                    variant.Name, RequestUrls.FormatBaseUrl(frontend), $"client=shared&{variant.Query}")))),
                ("--baseline", Variants[0].Name), ("--connections", "4"), MonitoredProcesses.MonitorBackend(backend),
                ("--slice", $"{TableNumbers.Format(GetTrialSeconds(latency, orders), "0.##")}s"),
                ("--name", $"{Name}-{latency}-ms"));
            if (!run.HasResult)
                return run.ToolExitCode;
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            var result = run.ReadResult();
            rows.AddRange(Variants.Select(variant =>
                Row.Create(latency, calls[variant.Name], result.GetVariant(variant.Name))));
            await environment.StopAsync(frontend);
            await environment.StopAsync(backend);
        }

        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, rows, 2,
            ("latency", row => $"{row.LatencyMs} ms"),
            ("variant", row => row.Variant),
            ("calls", row => TableNumbers.Format(row.Calls, "0.##")),
            ("p50 ms", row => row.P50Ms),
            ("p99 ms", row => row.P99Ms),
            ("req/s", row => row.Rps),
            ("× first", row => FormatRatio(row, row.ThroughputRatio)),
            ("CPU ms", row => row.CpuMs),
            ("CPU × first", row => FormatRatio(row, row.CpuRatio)),
            ("back-end CPU ms", row => row.BackendCpuMs));
        return code;
    }

    /// <summary>Reads every customer in each way, and returns the mean number of calls for each.</summary>
    private static async Task<Dictionary<string, double>> CountCallsAsync(TestbedEnvironment environment, Uri frontend)
    {
        var (calls, expected) = (new Dictionary<string, double>(), "");
        foreach (var (name, query) in Variants)
        {
            var (answers, before) = ("", await ReadCallsAsync(environment, frontend));
            for (var id = 1; id <= Customers; id++)
                answers += await environment.GetAsync(new(frontend, $"/api/customer/{id}?{query}"));
            if (name != Variants[0].Name && answers != expected)
                throw new StudyException($"The answers of {name} differ from those of {Variants[0].Name}.");
            calls[name] = (await ReadCallsAsync(environment, frontend) - before) / Customers;
            expected = answers;
        }

        return calls;
    }

    private static async Task<double> ReadCallsAsync(TestbedEnvironment environment, Uri frontend) =>
        (await environment.ReadMetricsAsync(frontend)).Total("backend_call_duration_seconds_count");

    private static string FormatRatio(Row row, StudyRatio? ratio) =>
        StudyRatio.Format(ratio, isBaseline: row.Variant == Variants[0].Name);

    private IEnumerable<int> GetLatencies(ParseResult arguments) => arguments.GetRequiredValue(_latencies).Split(',')
        .Select(latency => int.Parse(latency, CultureInfo.InvariantCulture)).Distinct().Order();

    private static double GetTrialSeconds(int latencyMs, int orders) =>
        Math.Max(1, ResponsesPerTrial * (1 + orders) * latencyMs / 1_000.0);

    private sealed record Row(
        int LatencyMs, string Variant, double Calls, double? P50Ms, double? P99Ms, double Rps,
        StudyRatio? ThroughputRatio, double? CpuMs, StudyRatio? CpuRatio, double? BackendCpuMs)
    {
        public static Row Create(int latencyMs, double calls, VariantResult variant) => new(
            latencyMs, variant.Name, calls, variant.Latency.P50, variant.Latency.P99, variant.Throughput.Rate,
            StudyRatio.From(variant.Ratio), variant.Target.CpuMs, StudyRatio.From(variant.CpuRatio),
            variant.Backend.CpuMs);
    }
}
