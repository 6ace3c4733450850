namespace Load.Http;

/// <summary>
/// Which request has which index, by weight and as evenly as weights allow: 3 to 1 is A A B A, again and again. It
/// depends on the index alone, so that a run repeats at any concurrency.
/// </summary>
internal sealed class WeightedSequence
{
    // A cycle's kinds, and how many of the same kind are before each.
    private readonly (int Kind, int Before)[] _cycle;
    private readonly int[] _weights;

    /// <param name="weights">Of each kind, 1 or more.</param>
    public WeightedSequence(IEnumerable<int> weights)
    {
        _weights = [.. weights];
        _cycle = new (int, int)[_weights.Sum()];
        var taken = new int[_weights.Length];
        for (var i = 0; i < _cycle.Length; i++)
        {
            // The kind that is furthest behind its share.
            var next = Enumerable.Range(0, taken.Length).MaxBy(kind => (i + 1.0) * _weights[kind] / _cycle.Length - taken[kind]);
            _cycle[i] = (next, taken[next]++);
        }
    }

    /// <summary>The kind, and how many of that kind come before: its own index.</summary>
    public (int Kind, long Own) GetKind(long index)
    {
        if (_cycle.Length == 1)
            return (0, index);
        var (round, place) = Math.DivRem(index, _cycle.Length);
        var (kind, before) = _cycle[place];
        return (kind, round * _weights[kind] + before);
    }

    /// <summary>The index of the request that is the kind's own one of that number.</summary>
    public long GetIndex(int kind, long own)
    {
        var (round, before) = Math.DivRem(own, _weights[kind]);
        return round * _cycle.Length + Array.IndexOf(_cycle, (kind, (int)before));
    }
}
