namespace Experiments.Talk;

/// <summary>
/// An act with its recording: the path of the events, what the act shows, and the seconds that it takes; null without
/// one. An act that runs nothing has the finding of the ledger.
/// </summary>
internal sealed record RecordedAct(
    [property: JsonIgnore] Act Act, [property: JsonIgnore] string? Events, ActFinding? Finding, double? RunS)
{
    public string Name => Act.Name;

    public ActFile File => Act.File;

    /// <summary>Reads the recording of an act from the first folder that has one.</summary>
    public static RecordedAct Read(Act act, params IEnumerable<string> folders)
    {
        if (!act.HasRun)
        {
            var published = ActOutcome.ReadLedger(act.File);
            return new(act, null, published.CreateFinding(act.File, "From the ledger, docs/claims.md."), null);
        }

        var (events, kept) = folders.Select(folder => GetPaths(folder, act))
            .FirstOrDefault(paths => System.IO.File.Exists(paths.Events));
        if (events is null)
            return new(act, null, null, null);
        var outcome = ActOutcome.Read(kept);
        var source = $"Recorded on {outcome.Date}, {outcome.Machine}.";
        return new(act, events, outcome.CreateFinding(act.File, source), outcome.RunS);
    }

    /// <summary>Writes a recording, without the folder of the results, which is a path on this computer.</summary>
    public static void Write(
        string folder, Act act, IEnumerable<string> events, ActOutcome outcome, string resultsFolder)
    {
        var paths = GetPaths(Directory.CreateDirectory(folder).FullName, act);
        var ownPath = JsonEncodedText.Encode(resultsFolder + Path.DirectorySeparatorChar).Value;
        System.IO.File.WriteAllLines(
            paths.Events, events.Select(line => line.Replace(ownPath, "", StringComparison.Ordinal)));
        outcome.Write(paths.Outcome);
    }

    /// <summary>Gets the folder of the recordings that are published with the acts.</summary>
    public static string GetFolder(string actsFolder) => Path.Combine(actsFolder, "recordings");

    private static (string Events, string Outcome) GetPaths(string folder, Act act) =>
        (Path.Combine(folder, $"{act.Name}.events.ndjson"), Path.Combine(folder, $"{act.Name}.json"));
}
