using System.ComponentModel;

namespace Studies.Talk;

/// <summary>What the speaker says at a time of a run.</summary>
internal sealed record ActBeat
{
    /// <summary>The number of beats that a speaker can read beside a run.</summary>
    private const int Most = 8;

    [Description("The seconds from the start of the run.")]
    public required double AtS { get; init; }

    public required string Say { get; init; }

    public static IEnumerable<string> FindErrors(IReadOnlyList<ActBeat> beats)
    {
        if (beats.Count > Most)
            yield return $"beats has {beats.Count} texts. A speaker can read {Most}.";
        if (beats.Any(beat => string.IsNullOrWhiteSpace(beat.Say)))
            yield return "beats has an empty text.";
        if (beats is [{ AtS: < 0 }, ..] || beats.Zip(beats.Skip(1)).Any(pair => pair.First.AtS >= pair.Second.AtS))
            yield return "beats needs times in ascending order, from 0.";
    }
}
