using TwoTier.Load.Events;
using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load;

/// <summary>
/// Compares URLs with the first one, the baseline: in shuffled rounds, so that what changes on the machine affects all
/// alike, with an interval and a verdict for each ratio.
/// </summary>
/// <example>
/// <code>
/// var comparison = new LoadComparison("http://127.0.0.1:5100/a", "http://127.0.0.1:5100/b");
/// var result = await comparison.RunAsync(cancellationToken);
/// if (result.Variants[1].Ratio is { } ratio)
///     Console.WriteLine($"{ratio.Value:0.00} [{ratio.Lo:0.00}, {ratio.Hi:0.00}] {ratio.Verdict}");
/// </code>
/// </example>
public sealed class LoadComparison : LoadTest
{
    private readonly IReadOnlyList<string> _urls;
    private readonly Scenario? _scenario;

    /// <summary>Creates a comparison of URLs.</summary>
    /// <param name="baselineUrl">The URL with which the others are compared. It may contain parameters.</param>
    /// <param name="urls">The other URLs.</param>
    public LoadComparison(string baselineUrl, params IReadOnlyList<string> urls)
    {
        (_urls, Name) = ([baselineUrl, .. urls], "comparison");
    }

    private LoadComparison(Scenario scenario) =>
        (_urls, _scenario, Name, Timeout) = ([], scenario, scenario.GetName("comparison"), scenario.Timeout);

    /// <summary>
    /// The names of the variants in the result, in the order of the URLs. Empty for the URLs without their scheme.
    /// </summary>
    public IReadOnlyList<string> VariantNames { get; init; } = [];

    /// <summary>The time that the comparison takes. Ignored if <see cref="Rounds"/> is set.</summary>
    public TimeSpan Within { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The number of rounds, each of which measures every variant once; null for as many as fit into the time.
    /// </summary>
    public int? Rounds { get; init; }

    /// <summary>
    /// The time for which a variant is measured in a round; null for 20 ms, or for ten responses on each connection if
    /// they take longer, and for 2 s in an open loop. What shows a state, such as a queue, needs turns of seconds.
    /// </summary>
    public TimeSpan? Turn { get; init; }

    /// <summary>
    /// The shortest time for which each variant is warmed up before the first round of a start; half of it are pauses.
    /// The warm-up goes on while a monitored target compiles code, for 8 s at most. 0 for none, and null
    /// for 0.5 s, or for none if the method changes something, as POST does.
    /// </summary>
    public TimeSpan? Warmup { get; init; }

    /// <summary>
    /// How often the targets are started; each start is an independent sample of how much processes of one build
    /// differ. More than 1 needs <see cref="StartTargets"/>. <see cref="Rounds"/> is then the number in each start, or
    /// null for as many as fit into the time limit.
    /// </summary>
    public int Starts { get; init; } = 1;

    /// <summary>
    /// Starts the targets, given the number of the start from 1. The variants of that start have the addresses that it
    /// returns, in the order of the URLs. Null if the targets run already.
    /// </summary>
    /// <example>
    /// <code>
    /// StartTargets = async (start, stop) =>
    /// {
    ///     var a = await ServiceProcess.StartAsync("dotnet old/Shop.dll", cancellationToken: stop);
    ///     var b = await ServiceProcess.StartAsync("dotnet new/Shop.dll", cancellationToken: stop);
    ///     return new StartedTargets($"{a.Address}", $"{b.Address}") { Owned = [a, b] };
    /// }
    /// </code>
    /// </example>
    public Func<int, CancellationToken, Task<StartedTargets>>? StartTargets { get; init; }

    /// <summary>The largest difference that counts as the same, such as 0.02 for 2 %.</summary>
    public double Margin { get; init; } = 0.02;

    /// <summary>Receives the share of the planned rounds that have ended, from 0 to 1; null for no reports.</summary>
    public IProgress<double>? Progress { get; init; }

    /// <summary>
    /// Reads a comparison from a scenario file with variants (<c>vary</c>), as <c>load compare</c> does. All that is
    /// not a parameter comes from the file.
    /// </summary>
    /// <param name="path">The path of the file, in YAML.</param>
    /// <param name="starts">How often the targets are started; see <see cref="Starts"/>.</param>
    /// <param name="startTargets">Starts the targets of the variants; see <see cref="StartTargets"/>.</param>
    /// <exception cref="FormatException">
    /// A key or a value is wrong, or the file cannot be read. The message names the line, and what is right.
    /// </exception>
    public static LoadComparison Read(
        string path, int starts = 1, Func<int, CancellationToken, Task<StartedTargets>>? startTargets = null)
    {
        try
        {
            var scenario = Scenario.Read($"{nameof(LoadComparison)} of TwoTier.Load.Core", ScenarioFile.Open(path), []);
            _ = new ComparisonReader(scenario).ReadPlan();
            return new LoadComparison(scenario) { Starts = starts, StartTargets = startTargets };
        }
        catch (ParseException e)
        {
            throw new FormatException(string.Join('\n', DiagnosticPrinter.FormatLines(e)), e);
        }
    }

    /// <summary>Measures the variants, and judges their ratios to the baseline.</summary>
    /// <param name="cancellationToken">
    /// Stops the comparison. The complete rounds are returned, if any, with the state
    /// <see cref="RunValidity.CutShortState"/> and without verdicts. Requests under way get two seconds to finish.
    /// </param>
    /// <exception cref="ArgumentException">A URL or a property is wrong; the message says what to write.</exception>
    /// <exception cref="TargetUnreachableException">A variant gave no response with an expected status.</exception>
    public async Task<Result> RunAsync(CancellationToken cancellationToken = default)
    {
        var (scenario, plan) = Plan();
        var description = scenario.Describe(scenario.Sent.CreateMix(), Name);
        await using var session = new LoadSession(
            LoadEnvironment.Current, scenario.Client, plan.Profile.Concurrency, cancellationToken);
        var comparison = new ComparisonMeasurement(
            session, description, plan, requests => session.CreateContext(requests, Timeout), StartTargets);
        var started = session.Time.GetTimestamp();
        comparison.Progress.RoundEnded += rounds => Progress?.Report(Math.Min(1, plan.Rounds is { } planned
            ? (double)rounds / (plan.Starts * planned)
            : session.Time.GetElapsedTime(started) / plan.Duration));
        try
        {
            if (StartTargets is null)
                await comparison.ProbeAsync(cancellationToken);
            StartEvents(session, EventSource.FromComparison(description, plan, comparison.Progress));
            var result = comparison.Complete(await comparison.RunRoundsAsync(cancellationToken));
            session.Events?.End(result, path: null);
            return result;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return comparison.Complete(new CompleteRounds());
        }
    }

    /// <summary>
    /// Sends load to one variant at a time without an end, as <c>load run --steer</c> does, so that an audience sees
    /// in the <see cref="Events"/> what changes. Nothing but a proof is measured.
    /// </summary>
    /// <param name="input">
    /// Lines of JSON that steer the load: <c>{"variant":"b"}</c>, <c>{"connections":20}</c>, <c>{"proof":true}</c> to
    /// compare the variant with the baseline until <c>{"proof":false}</c>, <c>{"again":true}</c> to count failures
    /// afresh, and <c>{"stop":true}</c>. The end of the lines ends the load.
    /// </param>
    /// <param name="problems">Receives the lines that could not be obeyed, and why.</param>
    /// <param name="prove">Receives the result of each proof that was not ended early.</param>
    /// <param name="cancellationToken">Stops the load. Requests under way get two seconds to finish.</param>
    /// <exception cref="ArgumentException">A URL or a property is wrong; the message says what to write.</exception>
    /// <exception cref="TargetUnreachableException">A variant gave no response with an expected status.</exception>
    public async Task SteerAsync(
        TextReader input, TextWriter problems, Action<Result> prove, CancellationToken cancellationToken = default)
    {
        var (scenario, plan) = Plan();
        Require(StartTargets is null, nameof(StartTargets), "null: the targets of steered load run already");
        if (plan.Profile is not ClosedLoopProfile { Connections: <= SteeredLoad.MaxConnections } profile)
        {
            throw new ArgumentException(
                $"The load must be a closed loop of {SteeredLoad.MaxConnections} connections at most");
        }

        var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var session = new LoadSession(
            LoadEnvironment.Current, scenario.Client, SteeredLoad.MaxOpenConnections * profile.Streams, stop.Token);
        await new TargetProbe(session.Sender, Timeout).ProbeAllAsync(plan.Variants, stop.Token);
        var load = new SteeredLoad(
            session,
            scenario.Describe(scenario.Sent.CreateMix(), Name),
            plan,
            profile,
            requests => session.CreateContext(requests, Timeout),
            (result, _) =>
            {
                prove(result);
                session.Events?.End(result, path: null);
                return Task.CompletedTask;
            });
        StartEvents(session, load.Source);
        await load.RunAsync(input, problems.WriteLine, stop);
    }

    // Once for each comparison: a scenario from a file, or one of the properties.
    private (Scenario Scenario, ExperimentPlan Plan) Plan()
    {
        Require(Starts == 1 || (Starts > 1 && StartTargets is not null), nameof(Starts),
            "1, or more if StartTargets is set");
        var (scenario, plan) = (_scenario ?? CreateComparison(), (ExperimentPlan?)null);
        Parse("url", () => plan = new ComparisonReader(scenario).ReadPlan());
        return (scenario, plan! with { Starts = Starts });
    }

    private Scenario CreateComparison()
    {
        Require(Margin > 0, nameof(Margin), "above 0. Try 0.02");
        Require(Rounds is null or > 0, nameof(Rounds), "1 or more, or null for as many as fit into the time limit");
        RequirePositive(Turn ?? TurnLengths.Shortest, nameof(Turn));
        RequirePositive(Within, nameof(Within));
        Require(Warmup is null || Warmup >= TimeSpan.Zero, nameof(Warmup), "0 or longer");
        string[] names = [.. VariantNames is [_, ..] ? VariantNames : _urls.Select(url => url.Split("://", 2)[^1])];
        if (_urls.Count < 2 || names.Length != _urls.Count || names.Distinct().Count() < names.Length)
        {
            throw new ArgumentException(
                $"A comparison needs two URLs or more, each with a name of its own: {_urls.Count} URLs are given, "
                + $"and the names {string.Join(", ", names)}. Set VariantNames if two URLs are the same");
        }

        var scenario = CreateScenario();
        Parse("url", () => scenario.SetVariants([.. _urls], names));
        (scenario.Within, scenario.Rounds) = (Rounds is null ? Within : null, Rounds);
        (scenario.Turn, scenario.Warmup, scenario.Margin) = (Turn, Warmup, Margin);
        return scenario;
    }
}
