namespace Studies.Talk;

/// <summary>The files and ports of the talk.</summary>
internal static class TalkFiles
{
    public const int Port = 5190;

    private const string RecordingExtension = ".events.ndjson";

    /// <summary>The folder in which a rehearsal keeps its recordings.</summary>
    public static string RehearsalFolder => ProgramLocator.GetResultsPath("rehearsal");

    public static Option<string> CreateActsOption() => new("--acts")
    {
        Description = "The folder of the acts.",
        HelpName = "FOLDER",
        DefaultValueFactory = _ => ProgramLocator.GetPath("docs", "talk"),
    };

    public static string GetRecordingsFolder(string actsFolder) => Path.Combine(actsFolder, "recordings");

    /// <summary>Gets the path of the recording of an act, or of a run of it, in a folder.</summary>
    public static string GetRecordingPath(string folder, string name) =>
        Path.Combine(folder, $"{name}{RecordingExtension}");

    /// <summary>Gets the path of what came out of the recorded act.</summary>
    public static string GetOutcomePath(string folder, string name) => Path.Combine(folder, $"{name}.json");

    /// <summary>Deletes the recording of an act that fell flat, so that it is not shown.</summary>
    public static void DeleteRecording(string folder, Act act)
    {
        File.Delete(GetRecordingPath(folder, act.Name));
        File.Delete(GetOutcomePath(folder, act.Name));
    }

    /// <summary>
    /// Copies the recording of an act, and what came out, to the published ones. The copies do not name the folder of
    /// the rehearsal, which is a path on this computer.
    /// </summary>
    public static void Publish(Act act, string folder, string actsFolder)
    {
        var target = Directory.CreateDirectory(GetRecordingsFolder(actsFolder)).FullName;
        var path = JsonEncodedText.Encode(folder + Path.DirectorySeparatorChar).Value;
        foreach (var getPath in (Func<string, string, string>[])[GetRecordingPath, GetOutcomePath])
        {
            var text = File.ReadAllText(getPath(folder, act.Name));
            File.WriteAllText(getPath(target, act.Name), text.Replace(path, "", StringComparison.Ordinal));
        }
    }
}
