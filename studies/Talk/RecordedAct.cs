namespace Studies.Talk;

/// <summary>An act as its published recording shows it, for readers who do not see the talk.</summary>
/// <param name="Name">The name of the files of the act, without their extensions.</param>
/// <param name="File">The file of the act.</param>
/// <param name="IsRecorded">Whether there is a recording. An act without runs has none.</param>
/// <param name="Finding">The finding; null for an act with runs that has no recording.</param>
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
