using System.Collections.Concurrent;

namespace FrontendApi.QueryFlags;

/// <summary>
/// The labels that the flags of a request have in metrics. Each combination is many series of both request durations,
/// so that a process distinguishes the first 64 in its life. In a further one, each flag is "other".
/// </summary>
internal sealed class FlagLabels
{
    public const int MaxCombinations = 64;
    public const string Other = "other";

    private readonly ConcurrentDictionary<string, bool> _known = [];

    public KeyValuePair<string, object?>[] Get((string Flag, string Value)[] flags)
    {
        var combination = string.Join(' ', flags);
        // Requests at the same time can make a few more.
        if (_known.Count < MaxCombinations)
            _known.TryAdd(combination, true);
        var isKnown = _known.ContainsKey(combination);
        return Array.ConvertAll(flags, flag =>
            new KeyValuePair<string, object?>(flag.Flag, isKnown ? flag.Value : Other));
    }
}
