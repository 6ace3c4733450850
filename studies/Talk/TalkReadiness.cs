namespace Studies.Talk;

/// <summary>Whether the computer and the acts are ready, which only the speaker sees.</summary>
internal sealed record TalkReadiness(MachineReadiness Machine, IReadOnlyList<ActReadiness> Acts)
{
    public static TalkReadiness Read(
        IReadOnlyList<Act> acts, IReadOnlyList<string> recordings, bool prefersRecordings) =>
        new(MachineReadiness.Read(), [.. acts.Select(act => ActReadiness.Read(act, recordings, prefersRecordings))]);
}

/// <summary>Whether an act is shown from its recording, and what that has.</summary>
/// <param name="IsRecorded">Whether the talk shows the recording of the act.</param>
/// <param name="Recorded">The finding of the recording; null if there is no recording.</param>
/// <param name="RecordedOn">The day of the recording, as 2026-11-21.</param>
/// <param name="RunS">The seconds that the recording takes.</param>
internal sealed record ActReadiness(bool IsRecorded, string? Recorded, string? RecordedOn, double? RunS)
{
    public static ActReadiness Read(Act act, IReadOnlyList<string> recordings, bool prefersRecordings)
    {
        var outcome = ActRecording.Find(recordings, act)?.Outcome;
        return new(
            act.HasRuns && prefersRecordings, outcome?.CreateFinding(act.File, source: "").Text, outcome?.Date,
            outcome?.RunS);
    }
}
