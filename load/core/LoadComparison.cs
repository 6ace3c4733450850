using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load;

/// <summary>
/// Compares variants with the first one, the baseline: in shuffled rounds, so that what changes on the machine affects
/// all alike, with an interval and a verdict for each ratio.
/// </summary>
/// <param name="targets">The absolute URLs of the variants, or the path of a scenario file that has variants (vary).</param>
/// <example>
/// <code>
/// var comparison = new LoadComparison("http://127.0.0.1:5100/a", "http://127.0.0.1:5100/b");
/// var result = await comparison.RunAsync(cancellationToken);
/// if (result.Variants[1].Ratio is { } ratio)
///     Console.WriteLine($"{ratio.Value:0.00} [{ratio.Lo:0.00}, {ratio.Hi:0.00}] {ratio.Verdict}");
/// </code>
/// </example>
public sealed class LoadComparison(params IReadOnlyList<string> targets) : LoadTest(targets)
{
    /// <summary>
    /// How often the targets are started; each start is an independent sample of how much processes of one build
    /// differ. More than 1 needs <see cref="StartTargets"/>. The option <c>rounds</c> is then the number in each start,
    /// and <c>within</c> the time of all together.
    /// </summary>
    public int Starts { get; init; } = 1;

    /// <summary>
    /// Starts the targets, given the number of the start from 1. The variants of that start have the addresses that it
    /// returns, in their order. Null if the targets run already.
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

    /// <summary>Measures the variants, and judges their ratios to the baseline.</summary>
    /// <param name="cancellationToken">
    /// Stops the comparison. The complete rounds are returned, if any, with the state
    /// <see cref="RunValidity.CutShortState"/> and without verdicts. Requests under way get two seconds to finish.
    /// </param>
    /// <exception cref="InvalidOperationException">There are several starts, and nothing that starts the targets.</exception>
    /// <exception cref="FormatException">A target or an option is wrong. The message says what is right.</exception>
    /// <exception cref="TargetUnreachableException">A variant gave no response with an expected status.</exception>
    public async Task<Result> RunAsync(CancellationToken cancellationToken = default)
    {
        if (Starts < 1 || (Starts > 1 && StartTargets is null))
            throw new InvalidOperationException("Starts must be 1, or more if StartTargets is set");
        var (scenario, plan) = ReadPlan();
        plan = plan with { Starts = Starts };
        await using var session = CreateSession(scenario, plan.Profile.Connections, cancellationToken);
        var comparison = new ComparisonRunner(session, scenario.Describe("comparison"), plan, StartTargets);
        try
        {
            if (StartTargets is null)
                await session.ProbeAsync(plan.Variants, cancellationToken);
            StartEvents(session, comparison.Source);
            var result = comparison.Complete(await comparison.RunAsync(cancellationToken));
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
    /// in the <see cref="LoadTest.Events"/> what changes. Nothing but a proof is measured.
    /// </summary>
    /// <param name="input">
    /// Lines of JSON that steer the load: <c>{"variant":"b"}</c>, <c>{"connections":20}</c>, <c>{"proof":true}</c> to
    /// compare the variant with the baseline until <c>{"proof":false}</c>, <c>{"again":true}</c> to count failures
    /// afresh, and <c>{"stop":true}</c>. The end of the lines ends the load.
    /// </param>
    /// <param name="problems">Receives the lines that could not be obeyed, and why.</param>
    /// <param name="prove">Receives the result of each proof that was not ended early.</param>
    /// <param name="cancellationToken">Stops the load. Requests under way get two seconds to finish.</param>
    /// <exception cref="FormatException">A target or an option is wrong. The message says what is right.</exception>
    /// <exception cref="TargetUnreachableException">A variant gave no response with an expected status.</exception>
    public async Task SteerAsync(
        TextReader input, TextWriter problems, Action<Result> prove, CancellationToken cancellationToken = default)
    {
        var (scenario, plan) = ReadPlan();
        var connections = Plan(() => SteeredLoad.GetMaxConnections(plan));
        // Not disposed: the thread that reads the input cancels it at any time.
        var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var session = CreateSession(scenario, connections, stop.Token);
        var load = new SteeredLoad(session, scenario.Describe("stage"), plan, result =>
        {
            prove(result);
            session.Events?.End(result, path: null);
            return Task.CompletedTask;
        });
        await session.ProbeAsync(plan.Variants, stop.Token);
        StartEvents(session, load.Source);
        await load.RunAsync(input, problems.WriteLine, stop);
    }

    private (Scenario Scenario, ExperimentPlan Plan) ReadPlan() => Plan(() =>
    {
        var scenario = ReadScenario(areVariants: true);
        return (scenario, new ComparisonReader(scenario).ReadPlan());
    });
}
