namespace Studies.Studies;

/// <summary>
/// Scales the back-end from one process to three while load runs, behind a balancer of connections, and shows which
/// share of the calls reaches the two new ones: a client that never replaces its connections does not notice them.
/// </summary>
internal sealed class ConnectionLifeStudy : StudyCommand
{
    private const int SecondsBefore = 5;
    private const int SecondsAfter = 25;
    private const int BarWidth = 12;
    private const double EvenShare = 2.0 / 3;
    private const double AllowedDifference = 0.2;
    private const double UnnoticedShare = 0.1;

    private const string Never = "-00:00:00.001";

    private static readonly (string Name, string Client, string Lifetime)[] Variants =
    [
        ("shared, no lifetime", "shared", Never),
        ("shared, 10 s", "shared", "00:00:10"),
        ("factory, no lifetime", "factory", Never),
        ("factory, 10 s", "factory", "00:00:10"),
    ];

    public ConnectionLifeStudy()
        : base(
            "connection-life",
            "Scales the back-end from 1 to 3 under load. Shows when clients reach the new ones, by connection lifetime.",
            rounds: null)
    {
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(10 + (Variants.Length * (SecondsBefore + SecondsAfter + 5)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backends = new List<Uri>();
        for (var i = 0; i < 3; i++)
            backends.Add(await context.Environment.StartBackendAsync("--Faults:Active:LatencyMs=5"));
        var checks = new CheckReporter();
        var results = new List<ConnectionLifeResult>();
        foreach (var (name, client, lifetime) in Variants)
        {
            var result = new ConnectionLifeResult(name, await MeasureAsync(context, backends, client, lifetime));
            results.Add(result);
            AddCheck(checks, result, lifetime is not Never);
        }

        Console.WriteLine(
            $"\n  Share of the calls that reach the two new back-ends, which start after {SecondsBefore} s.");
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, results, Draw(results));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static void AddCheck(CheckReporter checks, ConnectionLifeResult result, bool hasLifetime)
    {
        var (low, high) = hasLifetime
            ? (EvenShare * (1 - AllowedDifference), EvenShare * (1 + AllowedDifference))
            : (0, UnnoticedShare);
        checks.Add(result.LateShare >= low && result.LateShare <= high,
            $"{result.Name}: {TableNumbers.Format(result.LateShare * 100)} % of the calls reach the new back-ends from "
            + $"{SecondsAfter - ConnectionLifeResult.LateSeconds} s on ({low * 100:0} to {high * 100:0} expected)");
    }

    /// <summary>
    /// Draws the shares over time: a row for each second, and a bar for each variant. The last row has the late shares.
    /// </summary>
    public static TextTable Draw(IReadOnlyList<ConnectionLifeResult> results)
    {
        var table = new TextTable(results.Count + 1, ["second", .. results.Select(result => result.Name)]);
        for (var second = 0; second < results[0].Shares.Count; second++)
            table.Add([$"{second + 1}", .. results.Select(result => DrawBar(result.Shares[second]))]);
        table.Add(
            [$"last {ConnectionLifeResult.LateSeconds}", .. results.Select(result => DrawBar(result.LateShare))]);
        return table;
    }

    private static string DrawBar(double share) =>
        $"{TableNumbers.Format(share * 100, "0")} % {new string('█', (int)Math.Round(share * BarWidth))}".TrimEnd();

    private static async Task<IReadOnlyList<double>> MeasureAsync(
        StudyContext context, List<Uri> backends, string client, string lifetime)
    {
        var environment = context.Environment;
        await using var balancer = new ConnectionBalancer(backends[0]);
        var frontend = await environment.StartFrontendAsync(
            balancer.Address, settings: [$"--Client:PooledConnectionLifetime={lifetime}"]);
        var load = context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend, $"?client={client}")), ("--connections", "12"),
            ("--warmup", "0s"), ("--duration", $"{SecondsBefore + SecondsAfter + 2}s"),
            ("--name", $"{client}-{(lifetime is Never ? "no-lifetime" : "lifetime")}"));
        var shares = new List<double>();
        var before = await CountCallsAsync(environment, backends);
        for (var second = 0; second < SecondsBefore + SecondsAfter; second++)
        {
            if (second is SecondsBefore)
                balancer.Servers = backends;
            await environment.DelayAsync(TimeSpan.FromSeconds(1));
            var now = await CountCallsAsync(environment, backends);
            double[] calls = [.. now.Zip(before, (later, earlier) => later - earlier)];
            shares.Add(calls.Sum() > 0 ? calls.Skip(1).Sum() / calls.Sum() : 0);
            before = now;
        }

        var run = await load;
        await environment.StopAsync(frontend);
        return run.HasResult
            ? shares
            : throw new StudyException($"The load tool exited with code {run.ToolExitCode}.");
    }

    private static async Task<double[]> CountCallsAsync(TestbedEnvironment environment, List<Uri> backends) =>
        await Task.WhenAll(backends.Select(async backend => (await environment.ReadMetricsAsync(backend))
            .Total("http_server_request_duration_seconds_count", "http_route=\"/api/customer/")));
}

internal sealed record ConnectionLifeResult(string Name, IReadOnlyList<double> Shares)
{
    public const int LateSeconds = 10;
    public double LateShare => Shares.TakeLast(LateSeconds).Average();
}
