namespace Experiments.Talk;

/// <summary>
/// An act with the path of its recording and what that shows, which are null without one. An act that runs nothing has
/// the finding of the ledger.
/// </summary>
internal sealed record RecordedAct(Act Act, [property: JsonIgnore] string? Events = null, ActFinding? Finding = null)
{
    private const string EventsEnd = ".events.ndjson";

    /// <summary>Reads the recording of an act from the first folder that has one.</summary>
    public static RecordedAct Read(Act act, params IEnumerable<string> folders)
    {
        if (!act.HasRun)
            return new(act, Finding: ActOutcome.ReadLedger(act).CreateFinding(act));
        var path = folders.Select(folder => Path.Combine(folder, act.Name))
            .FirstOrDefault(path => File.Exists(path + EventsEnd));
        return path is null
            ? new(act) : new(act, path + EventsEnd, ActOutcome.Read($"{path}.json").CreateFinding(act));
    }

    /// <summary>Writes a recording, without the folder of the results, which is a path on this computer.</summary>
    public static void Write(
        string folder, Act act, IEnumerable<string> events, ActOutcome outcome, string resultsFolder)
    {
        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, act.Name);
        var ownPath = JsonEncodedText.Encode(resultsFolder + Path.DirectorySeparatorChar).Value;
        File.WriteAllLines(
            path + EventsEnd, events.Select(line => line.Replace(ownPath, "", StringComparison.Ordinal)));
        File.WriteAllText($"{path}.json", JsonSerializer.Serialize(outcome, StrictYaml.Indented) + "\n");
    }

    /// <summary>Gets the folder of the recordings that are published with the acts.</summary>
    public static string GetFolder(string actsFolder) => Path.Combine(actsFolder, "recordings");
}
