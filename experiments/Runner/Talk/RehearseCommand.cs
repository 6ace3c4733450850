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

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var folder = Path.GetFullPath(context.ResultsFolder);
        var recordings = context.Get(_publish) ? RecordedAct.GetFolder(context.Get(_acts)) : folder;
        var (lines, code) = (new List<string>(), ExitCode.Success);
        foreach (var act in Act.ReadAll(context.Get(_acts), context.Arguments.GetValue(_only)))
        {
            Console.WriteLine($"\n  {act.Title}");
            var finding = await PerformAsync(act, folder, recordings, context.Environment.StopToken);
            if (finding.Headline is null)
                code = ExitCode.ExpectationNotMet;
            var (sign, figure) = finding.Headline is { } told ? ('✓', $" {told.Interval} {act.Unit}") : ('✗', "");
            lines.Add($"  {sign}  {act.Title}\n     {finding.Text}{figure}");
        }

        Console.WriteLine($"\n{string.Join('\n', lines)}\n\n  recordings {recordings}");
        return code;
    }

    private static async Task<ActFinding> PerformAsync(
        Act act, string folder, string recordings, CancellationToken stop)
    {
        if (!act.HasRun)
            return ActOutcome.ReadLedger(act).CreateFinding(act);
        await using var performance = new ActPerformance(act, folder, stop);
        await performance.PrepareAsync();
        var outcome = await performance.RunAsync();
        var finding = outcome.CreateFinding(act);
        if (finding.Headline is not null)
            RecordedAct.Write(recordings, act, performance.Events, outcome, folder);
        return finding;
    }
}
