namespace Studies.Talk;

/// <summary>
/// Performs every act of the talk once on this computer: times it, records it, and asserts its surprise. Before, it
/// checks that the port of the talk is free, and how much the computer is disturbed.
/// </summary>
internal sealed class RehearseCommand : StudyCommand
{
    /// <summary>A comparison of a strategy with itself that is further from 1 says that the computer is busy.</summary>
    private const double MostNoise = 1.5;

    private const int TitleWidth = 20;

    private readonly Option<string> _acts = TalkFiles.CreateActsOption();

    private readonly Option<int?> _only = new("--act")
    {
        Description = "Rehearse this act only, and leave the checks of the computer out.",
        HelpName = "N",
    };

    private readonly Option<bool> _publish = new("--publish")
    {
        Description = "Keep the recordings of the acts that hold beside the acts.",
    };

    public RehearseCommand()
        : base("rehearse", "Performs every act of the talk once, and fails if one would fall flat.", rounds: null)
    {
        Add(_acts);
        Add(_only);
        Add(_publish);
    }

    protected override string DefaultFolder => TalkFiles.RehearsalFolder;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetValue(_only) is null ? TimeSpan.FromMinutes(8) : null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (stop, folder) = (context.Environment.StopToken, Path.GetFullPath(context.ResultsFolder));
        var actsFolder = context.Get(_acts);
        var only = context.Arguments.GetValue(_only);
        var acts = Act.ReadAll(actsFolder, only);
        Directory.CreateDirectory(folder);
        var lines = new List<string>();
        var hasFallenFlat = false;
        if (only is null)
        {
            foreach (var (check, problem) in await CheckComputerAsync(context, folder))
            {
                hasFallenFlat |= problem is not null;
                lines.Add($"  {(problem is null ? "✓" : "✗")}  {check}{(problem is null ? "" : $": {problem}")}");
            }
        }

        foreach (var act in acts)
        {
            Console.WriteLine($"\n  {act.Number}  {act.File.Title}");
            var started = Stopwatch.GetTimestamp();
            var (finding, isFlat) = await RehearseAsync(act, actsFolder, folder, context);
            hasFallenFlat |= isFlat;
            var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
            var mark = isFlat ? "✗" : "✓";
            lines.Add($"  {mark}  {act.Number}  {act.File.Title,-TitleWidth} {seconds,4:0} s  {finding}");
        }

        await File.WriteAllLinesAsync(Path.Combine(folder, "handout.txt"), lines, stop);
        Console.WriteLine($"\n{string.Join('\n', lines)}\n\n  recordings {context.ResultsFolder}");
        return hasFallenFlat ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<(string Finding, bool IsFlat)> RehearseAsync(
        Act act, string actsFolder, string folder, StudyContext context)
    {
        var setting = new ActSetting(folder, FreePort.FindAddress());
        var outcome = act.HasRuns
            ? await PerformAsync(act, setting, context.Environment.StopToken)
            : ActOutcome.ReadPublished(act.File);
        string[] reasons = [.. outcome.FindReasonsToFallFlat(act.File)];
        if (reasons is not [])
        {
            if (act.HasRuns)
                TalkFiles.DeleteRecording(folder, act);
            return ($"fell flat\n     {string.Join("\n     ", reasons)}", true);
        }

        if (context.Get(_publish) && act.HasRuns)
            TalkFiles.Publish(act, folder, actsFolder);
        var source = act.HasRuns ? "" : $", and runs nothing: {string.Join(", ", act.File.Files.Values)}";
        var finding = outcome.CreateFinding(act.File, source: "");
        return ($"held{source}\n     {finding.Text} {finding.Interval} {finding.Unit}", false);
    }

    private static async Task<ActOutcome> PerformAsync(Act act, ActSetting setting, CancellationToken stop)
    {
        await using var performance = await ActPerformance.PrepareAsync(act, setting, stop);
        var found = default(ActOutcome);
        var cues = performance.Stage?.PerformCuesAsync(stop) ?? Task.CompletedTask;
        await performance.RunAsync(outcome => found = outcome);
        await cues.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return found ?? throw new StudyException($"The stage of act {act.Number} has proved nothing.");
    }

    private static async Task<IReadOnlyList<(string Check, string? Problem)>> CheckComputerAsync(
        StudyContext context, string folder)
    {
        var backend = await context.Environment.StartBackendAsync();
        var frontend = await context.Environment.StartFrontendAsync(backend);
        var run = await context.LoadRunner.RunWithoutDisplayAsync(
            new LoadCommand("compare", Path.Combine(folder, $"noise-{Guid.NewGuid():N}"[..14]))
            {
                Options =
                [
                    ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--name", "noise"),
                    ("--vary", "strategy=get-from-json,get-from-json"), ("--rounds", "50"),
                    ("--slice", "0.1s"), ("--slice-warmup", "0.1s"),
                    // While the process is cold, each round is faster than the one before.
                    ("--warmup", "5s"),
                ],
            });
        await context.Environment.StopAsync(frontend);
        await context.Environment.StopAsync(backend);
        var ratio = run.ReadResult().OtherVariant.Ratio;
        var noise = ratio is { Lo: { } low, Hi: { } high } ? Math.Max(high, 1 / low) : double.PositiveInfinity;
        return
        [
            ($"port {TalkFiles.Port}",
                FreePort.IsFree(TalkFiles.Port) ? null : "in use: make talk needs another one (--port)"),
            ($"a strategy beside itself: at most {LedgerNumbers.FormatRatio(noise)} apart",
                noise <= MostNoise ? null : "too far to tell ways apart: close other programs"),
            ("the screen: 1024×768, 1280×720 or 1920×1080, full screen with F11", null),
        ];
    }
}
