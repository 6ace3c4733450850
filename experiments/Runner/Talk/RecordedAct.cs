namespace Experiments.Talk;

/// <summary>
/// An act with the path of its recording and what that shows, which are null without one. An act that runs nothing has
/// the finding of the ledger.
/// </summary>
internal sealed record RecordedAct(Act Act, [property: JsonIgnore] string? Events = null, ActFinding? Finding = null)
{
    private const string EventsEnd = ".events.ndjson";
    private const string OutcomesFile = "outcomes.json";

    /// <summary>Reads the recording of an act from the first folder that has one.</summary>
    public static RecordedAct Read(Act act, params IEnumerable<string> folders)
    {
        if (!act.HasRun)
            return new(act, Finding: ActOutcome.ReadLedger(act).CreateFinding(act));
        var recorded = folders.Select(folder => (Folder: folder, Outcome: ReadOutcomes(folder).GetValueOrDefault(act.Name)))
            .FirstOrDefault(one => one.Outcome is not null);
        return recorded.Outcome is not { } outcome ? new(act)
            : new(act, Path.Combine(recorded.Folder, act.Name + EventsEnd), outcome.CreateFinding(act));
    }

    /// <summary>Writes a recording, without the folder of the results, which is a path on this computer.</summary>
    public static void Write(
        string folder, Act act, IEnumerable<string> events, ActOutcome outcome, string resultsFolder)
    {
        Directory.CreateDirectory(folder);
        var ownPath = JsonEncodedText.Encode(resultsFolder + Path.DirectorySeparatorChar).Value;
        File.WriteAllLines(
            Path.Combine(folder, act.Name + EventsEnd),
            events.Select(line => line.Replace(ownPath, "", StringComparison.Ordinal)));
        var outcomes = ReadOutcomes(folder);
        outcomes[act.Name] = outcome;
        File.WriteAllText(
            Path.Combine(folder, OutcomesFile), JsonSerializer.Serialize(outcomes, StrictYaml.Indented) + "\n");
    }

    /// <summary>Gets the folder of the recordings that are published with the acts.</summary>
    public static string GetFolder(string actsFolder) => Path.Combine(actsFolder, "recordings");

    private static Dictionary<string, ActOutcome> ReadOutcomes(string folder) =>
        Path.Combine(folder, OutcomesFile) is var path && File.Exists(path)
            ? JsonSerializer.Deserialize<Dictionary<string, ActOutcome>>(File.ReadAllText(path), StrictYaml.Options)! : [];
}
