using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Checks;

/// <summary>
/// Proves that the Prometheus alerts fire: creates the cause of each alert in running services and waits until
/// Prometheus reports that the alert fires.
/// </summary>
internal sealed class AlertCheck : StudyCommand
{
    private const string All = "all";
    private static readonly TimeSpan FiringTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private static readonly Dictionary<string, AlertTrigger> AlertTriggers = new()
    {
        ["TierDown"] = new("", [("--rate", "5/s")], StopsBackend: true),
        ["ErrorShare"] = new("", [("--rate", "20/s")], StopsBackend: true),
        ["SlowAnswers"] = new("?strategy=read-as-async-2014", [("--connections", "100")]),
        ["CpuSaturated"] = new("?strategy=read-as-async-2014", [("--connections", "10")]),
        ["PoolStarved"] = new("?strategy=webclient-sync", [("--connections", "300")]),
        ["ConnectionsChurning"] = new("?client=per-request", [("--rate", "50/s")]),
        ["CircuitOpen"] =
            new("?resilience=breaker", [("--rate", "50/s"), ("--connections", "50")], StopsBackend: true),
    };

    private readonly Argument<string[]> _names = new("ALERT")
    {
        Description = $"The alerts to check: {string.Join(", ", AlertTriggers.Keys)}. Default: all alerts.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public AlertCheck()
        : base("alerts", "Checks that each Prometheus alert fires.", rounds: null)
    {
        _names.Validators.Add(result =>
        {
            foreach (var name in result.Tokens.Select(token => token.Value).Except([All, .. AlertTriggers.Keys]))
                result.AddError($"Unknown alert '{name}'. Known alerts: {string.Join(", ", AlertTriggers.Keys)}, {All}.");
        });
        Add(_names);
    }

    public override StudyGroup Group => StudyGroup.Check;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        GetNames(arguments).Count() * TimeSpan.FromSeconds(35);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        foreach (var name in GetNames(context.Arguments))
            await CheckAlertFiresAsync(context, name, checks);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IEnumerable<string> GetNames(ParseResult arguments) =>
        arguments.GetValue(_names) is { Length: > 0 } names && !names.Contains(All) ? names : AlertTriggers.Keys;

    private static async Task CheckAlertFiresAsync(StudyContext context, string name, CheckReporter checks)
    {
        var (environment, cause) = (context.Environment, AlertTriggers[name]);
        var backend = await environment.StartBackendAsync();
        // The runtime of the front-end is told that it has one core, as in a container with a CPU limit: the load tool
        // runs on the same machine and could not saturate two cores.
        var runtime = new Dictionary<string, string>();
        if (name is "CpuSaturated")
            runtime["DOTNET_PROCESSOR_COUNT"] = "1";
        var frontend = await environment.StartFrontendAsync(backend, runtime);
        var targets = new Dictionary<string, Uri[]> { ["frontend-api"] = [frontend], ["backend-api"] = [backend] };
        await using var prometheus = await PrometheusServer.StartAsync(
            environment.Http, targets, environment.StopToken);
        if (cause.StopsBackend)
            await environment.StopAsync(backend);

        using var enough = new CancellationTokenSource();
        var started = Stopwatch.GetTimestamp();
        var sending = context.LoadRunner.RunAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Options =
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(frontend, cause.Query)), .. cause.Load, ("--warmup", "0s"),
                ("--duration", $"{FiringTimeout.TotalSeconds}s"), ("--name", name),
            ],
        }, enough.Token);
        var summary = await WaitUntilFiringAsync(environment, prometheus, name, started);
        await enough.CancelAsync();
        await sending;
        Console.WriteLine();
        checks.Add(summary is not null, summary is null
            ? $"The alert {name} did not fire within {FiringTimeout.TotalSeconds} s."
            : $"The alert {name} fired after {Stopwatch.GetElapsedTime(started).TotalSeconds:0} s: {summary}");

        await environment.StopAsync(frontend);
        if (!cause.StopsBackend)
            await environment.StopAsync(backend);
    }

    /// <returns>
    /// The summary text of the Prometheus alert; null if the alert did not fire within the time limit.
    /// </returns>
    private static async Task<string?> WaitUntilFiringAsync(
        TestbedEnvironment environment, PrometheusServer prometheus, string name, long started)
    {
        while (Stopwatch.GetElapsedTime(started) < FiringTimeout)
        {
            await environment.DelayAsync(Interval);
            if ((await prometheus.GetFiringAlertsAsync()).TryGetValue(name, out var summary))
                return summary;
        }

        return null;
    }

    private sealed record AlertTrigger(string Query, (string, string)[] Load, bool StopsBackend = false);
}
