using TwoTier.Load.Events;
using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;
using TwoTier.Load.Services;

namespace TwoTier.Load;

/// <summary>
/// What a <see cref="LoadRun"/> and a <see cref="LoadComparison"/> have in common: the words of the command line, which
/// are its URLs or its scenario file, and its options.
/// </summary>
/// <remarks>
/// This process sends the load, and its CPU time counts as that of the load tool. While it measures, it should do
/// nothing else.
/// </remarks>
public abstract class LoadTest
{
    private readonly string[] _targets;

    private protected LoadTest(IReadOnlyList<string> targets) => _targets = [.. targets];

    /// <summary>
    /// Options of <c>load run</c> and <c>load compare</c> that a scenario file may have as keys, such as
    /// <c>("rate", "500/s")</c>, with their values as on the command line. They replace keys of the scenario.
    /// </summary>
    public IReadOnlyList<(string Name, string Value)> Options { get; init; } = [];

    /// <summary>
    /// Receives what happens while load is sent, a line of JSON at a time, as <c>load --events</c> writes it and the
    /// program <c>show</c> displays it; null for nobody. What cannot be written is left out.
    /// </summary>
    public TextWriter? Events { get; init; }

    /// <summary>
    /// Sets this process up to send load for the least CPU time, as the command does: sockets complete operations on the
    /// thread that polls them. To be called before the process has a socket; it must not block threads of sockets then.
    /// </summary>
    public static void SetUpProcess() => ToolEnvironment.SetUp();

    private protected Scenario ReadScenario(bool areVariants)
    {
        var scenario = Scenario.Read(
            $"{GetType().Name} of TwoTier.Load.Core",
            ScenarioFile.OpenOnly([.. _targets.Where(target => !StoredCommand.IsUrl(target))]),
            [.. Options.Select(option => (ScenarioKeys.Get(option.Name), new SourceSpan(option.Value, option.Name)))]);
        scenario.SetTargets([.. _targets.Where(StoredCommand.IsUrl)], areVariants);
        return scenario;
    }

    /// <exception cref="FormatException">A target or an option is wrong. The message says where, and what is right.</exception>
    private protected static T Plan<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (ParseException e)
        {
            throw new FormatException(e.Format(), e);
        }
    }

    private protected static LoadSession CreateSession(Scenario scenario, int concurrency, CancellationToken stop) =>
        new(LoadEnvironment.Current, scenario.Client, scenario.Timeout, concurrency, stop);

    private protected void StartEvents(LoadSession session, EventSource source)
    {
        if (Events is { } output)
            session.StartEvents(output, _ => [new TextRun($"{source.Name} has ended.")], source);
    }
}
