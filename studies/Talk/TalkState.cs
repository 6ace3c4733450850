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
    int Place, TalkStep Step, int Show, bool IsPrepared, bool IsReady, bool IsRecorded, bool IsRunning, bool IsBlack,
    bool IsStage, string? Problem, ActCue? NextCue, IReadOnlyDictionary<int, int> Guesses,
    IReadOnlyDictionary<int, ActFinding> Findings, DateTimeOffset? Started, DateTimeOffset? ActStarted);

/// <summary>
/// The times at which the talk and its current act began. The server keeps them, so that a window that is loaded again
/// goes on. Nothing has begun before the speaker goes on for the first time.
/// </summary>
internal sealed class TalkClock(TimeProvider time)
{
    /// <summary>When the first act was started; null before.</summary>
    public DateTimeOffset? Started { get; private set; }

    /// <summary>When the question of the current act was shown, or when the talk began, if that was later.</summary>
    public DateTimeOffset? ActStarted { get; private set; }

    /// <summary>Starts the clock, unless it runs already.</summary>
    public void Start()
    {
        Started ??= time.GetUtcNow();
        ActStarted ??= Started;
    }

    public void StartAct() => ActStarted = Started is null ? null : time.GetUtcNow();

    /// <summary>Stops the clock, for a talk that begins again.</summary>
    public void Reset() => Started = ActStarted = null;
}
