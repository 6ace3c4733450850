namespace FrontendApi.QueryFlags;

/// <summary>
/// The labels that the flags of a request have in metrics. Each combination is many series of both request durations,
/// so that a process distinguishes the first 28 in its life. In a further one, each flag is "other".
/// </summary>
internal sealed class FlagLabels
{
    public const int MaxCombinations = 28;
    public const string Other = "other";

    private readonly HashSet<string> _known = [];

    public KeyValuePair<string, object?>[] Get((string Flag, string Value)[] flags)
    {
        var combination = string.Join(' ', flags);
        bool isKnown;
        lock (_known)
            isKnown = _known.Contains(combination) || (_known.Count < MaxCombinations && _known.Add(combination));
        return Array.ConvertAll(flags, flag =>
            new KeyValuePair<string, object?>(flag.Flag, isKnown ? flag.Value : Other));
    }
}
