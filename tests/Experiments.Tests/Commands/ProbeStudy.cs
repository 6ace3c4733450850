using System.CommandLine;

namespace Experiments.Tests.Commands;

/// <summary>A study for tests: it starts no process, and records the context with which it was run.</summary>
internal sealed class ProbeStudy : StudyCommand
{
    private readonly Func<StudyContext, Task<int>> _run;

    public ProbeStudy(
        bool passesOptionsOn = true, Func<StudyContext, Task<int>>? run = null, int standardStarts = 1)
        : base("probe", "Probes.", new RoundsDefinition(7, "Rounds."))
    {
        _run = run ?? (_ => Task.FromResult(ExitCode.Success));
        AddStartsOption(standardStarts);
        AddPublishOption();
        Add(new Option<int>("--latency"));
        if (passesOptionsOn)
            PassUnknownOptionsTo("load compare");
    }

    /// <summary>Why this system cannot run the study; null if it can.</summary>
    public string? Obstacle { get; init; }

    public StudyContext? Context { get; private set; }

    /// <summary>The number of starts that the study was asked for.</summary>
    public int Starts { get; private set; }

    protected override string? SkipReason => Obstacle;

    public static Task<int> InvokeAsync(StudyCommand study, params string[] args) =>
        new StudyCommandLine([], study).InvokeAsync(["probe", .. args], TestContext.Current.CancellationToken);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(rounds);

    protected override Task<int> RunAsync(StudyContext context)
    {
        (Context, Starts) = (context, GetStarts(context.Arguments));
        return _run(context);
    }
}
