namespace Studies.Talk;

/// <summary>The recording of an act, which is a file of events, and the outcome that is kept beside it.</summary>
internal sealed record ActRecording(string Path, ActOutcome Outcome)
{
    /// <summary>Finds the recording in the first folder that has one; null if none has.</summary>
    public static ActRecording? Find(IEnumerable<string> folders, Act act) =>
        folders.FirstOrDefault(one => File.Exists(ActPerformance.GetRecordingPath(one, act))) is { } folder
            ? new ActRecording(
                ActPerformance.GetRecordingPath(folder, act),
                ActOutcome.Read(ActPerformance.GetOutcomePath(folder, act)))
            : null;

    /// <summary>Reads how many seconds a recording takes: the time of its last event.</summary>
    public static double ReadSeconds(string path) => File.ReadLines(path).Max(line =>
    {
        using var recorded = JsonDocument.Parse(line);
        return recorded.RootElement.GetProperty("data").TryGetProperty("t", out var time) ? time.GetDouble() : 0;
    });
}
