namespace Experiments.Talk;

/// <summary>Performs every act once on this computer, asserts its surprise, and records it if that holds.</summary>
internal sealed class RehearseCommand : StudyCommand
{
    private readonly Option<string> _acts = TalkCommand.CreateActsOption();

    private readonly Option<int?> _only = new("--act") { Description = "Rehearse this act only.", HelpName = "N" };

    private readonly Option<bool> _publish = new("--publish") { Description = "Keep the recordings beside the acts." };

    public RehearseCommand()
        : base("rehearse", "Runs every act of the talk once. Fails if one does not show what it should.", rounds: null)
    {
        Add(_acts);
        Add(_only);
        Add(_publish);
    }

    protected override string DefaultFolder => TalkCommand.RehearsalFolder;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetValue(_only) is null ? TimeSpan.FromMinutes(8) : null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var folder = Path.GetFullPath(context.ResultsFolder);
        var recordings = context.Get(_publish) ? RecordedAct.GetFolder(context.Get(_acts)) : folder;
        var (lines, hasFallenFlat) = (new List<string>(), false);
        foreach (var act in Act.ReadAll(context.Get(_acts), context.Arguments.GetValue(_only)))
        {
            Console.WriteLine($"\n  {act.Number}  {act.File.Title}");
            var started = Stopwatch.GetTimestamp();
            var outcome = await PerformAsync(act, folder, recordings, context.Environment.StopToken);
            var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
            string[] reasons = [.. outcome.FindReasonsToFallFlat(act.File)];
            var finding = outcome.CreateFinding(act.File, source: "");
            hasFallenFlat |= reasons is not [];
            lines.AddRange(
            [
                $"  {(reasons is [] ? '✓' : '✗')}  {act.Number}  {act.File.Title,-25} {seconds,4:0} s",
                .. reasons.DefaultIfEmpty($"{finding.Text} {finding.Interval} {act.File.Unit}")
                    .Select(line => $"     {line}"),
            ]);
        }

        Console.WriteLine($"\n{string.Join('\n', lines)}\n\n  recordings {recordings}");
        return hasFallenFlat ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static async Task<ActOutcome> PerformAsync(
        Act act, string folder, string recordings, CancellationToken stop)
    {
        if (!act.HasRun)
            return ActOutcome.ReadLedger(act.File);
        await using var performance = new ActPerformance(act, folder, stop);
        await performance.PrepareAsync();
        var outcome = default(ActOutcome)!;
        await performance.RunAsync(isTimed: true, found => outcome = found);
        if (!outcome.FindReasonsToFallFlat(act.File).Any())
            RecordedAct.Write(recordings, act, performance.Recording, outcome, folder);
        return outcome;
    }
}
