namespace Studies.Talk;

/// <summary>The recording of an act, which is a file of events, and the outcome that is kept beside it.</summary>
internal sealed record ActRecording(string Path, ActOutcome Outcome)
{
    /// <summary>Finds the recording in the first folder that has one; null if none has.</summary>
    public static ActRecording? Find(IEnumerable<string> folders, Act act) =>
        folders.FirstOrDefault(one => File.Exists(TalkFiles.GetRecordingPath(one, act.Name))) is { } folder
            ? new ActRecording(
                TalkFiles.GetRecordingPath(folder, act.Name),
                ActOutcome.Read(TalkFiles.GetOutcomePath(folder, act.Name)))
            : null;

    /// <summary>
    /// Reads how many seconds a recording takes: the time of its last event. A stage and each of its proofs have a
    /// clock of their own.
    /// </summary>
    public static double ReadSeconds(string path)
    {
        var (seconds, start) = (0d, 0d);
        foreach (var line in File.ReadLines(path))
        {
            using var recorded = JsonDocument.Parse(line);
            var time = recorded.RootElement.GetProperty("t").GetDouble();
            if (recorded.RootElement.TryGetProperty("plan", out _))
                start = seconds - time;
            seconds = Math.Max(seconds, start + time);
        }

        return seconds;
    }

    /// <summary>Copies a recording up to its last finding, after which a stage only ends.</summary>
    public static void Copy(string from, string to)
    {
        string[] lines = [.. File.ReadLines(from)];
        var last = Array.FindLastIndex(lines, line =>
            line.Contains("\"end\":{", StringComparison.Ordinal)
            && !line.Contains("\"headline\":null", StringComparison.Ordinal));
        File.WriteAllLines(to, last < 0 ? lines : lines[..(last + 1)]);
    }

    public ActFinding CreateFinding(Act act) => Outcome.CreateFinding(act.File, $"Recorded on {Outcome.Date}.");
}

/// <summary>An act as its recording shows it, for readers who do not see the talk. One without runs has none.</summary>
internal sealed record RecordedAct(string Name, ActFile File, bool IsRecorded, ActFinding? Finding)
{
    /// <summary>Lists acts as JSON.</summary>
    public static string List(IEnumerable<Act> acts, string actsFolder)
    {
        var folder = TalkFiles.GetRecordingsFolder(actsFolder);
        return JsonSerializer.Serialize(acts.Select(act => Read(act, folder)), StrictYaml.Options);
    }

    private static RecordedAct Read(Act act, string folder)
    {
        var recording = act.HasRuns ? ActRecording.Find([folder], act) : null;
        var outcome = act.HasRuns ? recording?.Outcome : ActOutcome.ReadPublished(act.File);
        return new(act.Name, act.File, recording is not null, outcome?.CreateFinding(act.File, source: ""));
    }
}
