namespace Studies.Talk;

/// <summary>An act as its published recording shows it, for readers who do not see the talk.</summary>
/// <param name="Name">The name of the files of the act, without their extensions.</param>
/// <param name="File">The file of the act.</param>
/// <param name="IsRecorded">Whether there is a recording. An act without runs has none.</param>
/// <param name="Finding">The finding; null for an act with runs that has no recording.</param>
internal sealed record RecordedAct(string Name, ActFile File, bool IsRecorded, ActFinding? Finding)
{
    /// <summary>Lists acts as JSON.</summary>
    public static async Task<string> ListAsync(IEnumerable<Act> acts, string actsFolder, CancellationToken stop)
    {
        var list = new List<RecordedAct>();
        foreach (var act in acts)
            list.Add(await ReadAsync(act, TalkFiles.GetRecordingsFolder(actsFolder), stop));
        return JsonSerializer.Serialize(list, StrictYaml.Options);
    }

    private static async Task<RecordedAct> ReadAsync(Act act, string folder, CancellationToken stop)
    {
        var isRecorded = act.HasRuns && System.IO.File.Exists(ActPerformance.GetRecordingPath(folder, act));
        var outcome = isRecorded ? ActOutcome.Read(ActPerformance.GetOutcomePath(folder, act))
            : act.HasRuns ? null
            : await ActPerformance.PerformAsync(act, new ActSetting(folder, IsShort: true, Show: null), stop);
        return new(act.Name, act.File, isRecorded, outcome?.CreateFinding(act.File, source: ""));
    }
}
