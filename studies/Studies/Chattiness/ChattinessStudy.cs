namespace Studies.Studies.Chattiness;

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

    /// <summary>The way with which the others are compared.</summary>
    public const string Baseline = "sequential";

    /// <summary>The ways to read a customer and its orders: names, and query strings for the front-end.</summary>
    private static readonly (string Name, string Query)[] Variants =
    [
        (Baseline, "strategy=get-from-json&fanout=sequential"),
        ("parallel", "strategy=get-from-json&fanout=parallel"),
        ("batched", "strategy=orders-array"),
        ("one-call", "strategy=orders-included"),
    ];

    private readonly Option<string> _latencies = new("--latencies")
    {
        Description = $"The milliseconds that the back-end waits before each answer, from 0 to {MaxLatencyMs}.",
        HelpName = "MS",
        DefaultValueFactory = _ => "0,1,5,10,20,50",
    };

    private readonly Option<int> _orders = new Option<int>("--orders")
    {
        Description = $"The number of orders of each customer, from 1 to {MaxOrders}.",
        HelpName = "N",
        DefaultValueFactory = _ => 5,
    }.WithRange(1, MaxOrders);

    public ChattinessStudy()
        : base(
            "chattiness",
            "Compares a call for each order, one after the other and at the same time, with one call for all orders, "
            + "and one call for the customer and all orders, over the latency of the back-end.",
            new(7))
    {
        _latencies.Validators.Add(result =>
        {
            foreach (var latency in result.Tokens.SelectMany(token => token.Value.Split(',')))
            {
                if (!int.TryParse(latency, NumberStyles.None, null, out var time) || time > MaxLatencyMs)
                {
                    result.AddError($"Invalid latency '{latency}' in --latencies. Valid latencies: numbers from 0 to "
                        + $"{MaxLatencyMs}.");
                }
            }
        });
        Add(_latencies);
        Add(_orders);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        GetLatencies(arguments).Sum(latency =>
            10 + (Variants.Length * (3 + (rounds * (0.6 + GetTrialSeconds(latency, arguments.GetValue(_orders))))))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (results, code, orders) = (new List<ChattinessResult>(), ExitCode.Success, context.Get(_orders));
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
                ("--variants", VariantDefinition.Format(Variants.Select(variant => new VariantDefinition(
                    variant.Name, RequestUrls.FormatBaseUrl(frontend), $"client=shared&{variant.Query}")))),
                ("--baseline", Baseline), ("--connections", "4"), MonitoredProcesses.MonitorBackend(backend),
                ("--slice", $"{TableNumbers.Format(GetTrialSeconds(latency, orders), "0.##")}s"),
                ("--name", $"{Name}-{latency}-ms"));
            if (!run.HasResult)
                return run.ToolExitCode;
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            var variants = run.ReadResult().Variants.ToDictionary(variant => variant.Name);
            results.AddRange(Variants.Select(variant =>
                ChattinessResult.Create(latency, calls[variant.Name], variants[variant.Name])));
            await environment.StopAsync(frontend);
            await environment.StopAsync(backend);
        }

        WriteResults(context, results);
        return code;
    }

    private static void WriteResults(StudyContext context, List<ChattinessResult> results)
    {
        var table = new TextTable(2, ChattinessResult.Headings);
        foreach (var result in results)
            table.Add(result.ToCells());
        var folder = Path.Combine(context.ResultsFolder, "table");
        StudyFiles.Write(folder, "chattiness", results, table);
        if (!ChattinessPicture.CanDraw(results))
            return;
        var picture = Path.Combine(folder, "chattiness.svg");
        File.WriteAllText(picture, ChattinessPicture.Format(results));
        Console.WriteLine($"  picture    {picture}");
    }

    /// <summary>
    /// Reads every customer in each way, and returns the mean number of calls to the back-end for each.
    /// </summary>
    private static async Task<Dictionary<string, double>> CountCallsAsync(
        TestbedEnvironment environment, Uri frontend)
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

    private IEnumerable<int> GetLatencies(ParseResult arguments) => arguments.GetRequiredValue(_latencies).Split(',')
        .Select(latency => int.Parse(latency, CultureInfo.InvariantCulture)).Distinct().Order();

    private static double GetTrialSeconds(int latencyMs, int orders) =>
        Math.Max(1, ResponsesPerTrial * (1 + orders) * latencyMs / 1_000.0);
}
