using System.Collections.Immutable;

namespace Experiments.Talk;

/// <summary>The steps of an act, and the end of the talk.</summary>
internal enum TalkStep
{
    Question,
    Show,
    Picture,
    Reveal,
    End,
}

/// <summary>What the windows of the talk show.</summary>
internal sealed record TalkState
{
    /// <summary>The place of the act; the number of acts at the end.</summary>
    public int Place { get; init; }

    public TalkStep Step { get; init; }

    /// <summary>The number of the show: each has one of its own.</summary>
    public int Show { get; init; }

    /// <summary>Whether the page of the run belongs to the act.</summary>
    public bool IsReady { get; init; }

    public bool IsRecorded { get; init; }

    /// <summary>Why the act does not work here.</summary>
    public string? Problem { get; init; }

    /// <summary>The answers that the room has chosen, by the place of the act.</summary>
    public ImmutableDictionary<int, int> Guesses { get; init; } = ImmutableDictionary<int, int>.Empty;

    public ImmutableDictionary<int, ActFinding> Findings { get; init; } = ImmutableDictionary<int, ActFinding>.Empty;
}
