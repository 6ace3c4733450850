namespace Studies.Talk;

/// <summary>The steps of an act, and the end of the talk.</summary>
internal enum TalkStep
{
    Question,
    Show,
    Picture,
    Reveal,
    End,
}

/// <summary>
/// What the windows of the talk show. Each show has a number of its own. An act is prepared when its services are warm,
/// and ready when the page of the load tool belongs to it. The keys steer a stage; without a next cue, the space key
/// shows its finding.
/// </summary>
internal sealed record TalkState(
    int Place,
    TalkStep Step,
    int Show,
    bool IsPrepared,
    bool IsReady,
    bool IsRecorded,
    bool IsRunning,
    bool IsBlack,
    bool IsStage,
    string? Problem,
    ActCue? NextCue,
    IReadOnlyDictionary<int, int> Guesses,
    IReadOnlyDictionary<int, ActFinding> Findings,
    DateTimeOffset? Started,
    DateTimeOffset? ActStarted);
