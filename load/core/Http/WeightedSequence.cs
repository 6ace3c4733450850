namespace TwoTier.Load.Http;

/// <summary>
/// Assigns a kind of request to each request index, by weight and as evenly as the weights allow: weights 3 and 1 give
/// A A B A, repeated. The kind depends only on the index, so that a run can be repeated with any number of connections.
/// </summary>
internal sealed class WeightedSequence
{
    private readonly (int Kind, int Before)[] _cycle;
    private readonly int[] _weights;

    public WeightedSequence(IEnumerable<int> weights)
    {
        _weights = [.. weights];
        _cycle = new (int, int)[_weights.Sum()];
        var taken = new int[_weights.Length];
        for (var i = 0; i < _cycle.Length; i++)
        {
            // The next request is of the kind that is furthest behind its share.
            var next = Enumerable.Range(0, taken.Length)
                .MaxBy(kind => (i + 1.0) * _weights[kind] / _cycle.Length - taken[kind]);
            _cycle[i] = (next, taken[next]++);
        }
    }

    /// <summary>
    /// Gets the kind of the request at a request index, and the number of requests of the same kind before it.
    /// </summary>
    public (int Kind, long IndexInKind) GetKind(long index)
    {
        if (_cycle.Length == 1)
            return (0, index);
        var (cycle, position) = Math.DivRem(index, _cycle.Length);
        var (kind, before) = _cycle[position];
        return (kind, cycle * _weights[kind] + before);
    }

    /// <summary>Gets the index of a request from its kind and the number of requests of that kind before it.</summary>
    public long GetIndex(int kind, long indexInKind)
    {
        var (cycle, before) = Math.DivRem(indexInKind, _weights[kind]);
        return cycle * _cycle.Length + Array.IndexOf(_cycle, (kind, (int)before));
    }
}
