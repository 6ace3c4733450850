namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts why requests failed, in words. For each kind of transport error it keeps the first few messages and counts
/// the others together, so that its memory is bounded. Workers may record concurrently.
/// </summary>
internal sealed class FailureMessages
{
    public const int MaxPerKind = 5;
    public const string OtherMessages = "other messages";

    private readonly Lock _gate = new();
    private readonly Dictionary<RequestFailure, long> _counts = [];

    public void Record(RequestFailure failure) => Add(failure, 1);

    public void Add(FailureMessages other)
    {
        foreach (var (kind, messages) in other.GetAll())
        {
            foreach (var (text, count) in messages)
                Add(new RequestFailure(kind, text), count);
        }
    }

    public IReadOnlyList<(TransportError Kind, IReadOnlyList<(string Text, long Count)> Messages)> GetAll()
    {
        lock (_gate)
        {
            return
            [
                .. from one in _counts
                   orderby one.Value descending
                   group (one.Key.Message, one.Value) by one.Key.Kind into kind
                   orderby kind.Sum(message => message.Value) descending
                   select (kind.Key, (IReadOnlyList<(string, long)>)[.. kind]),
            ];
        }
    }

    private void Add(RequestFailure failure, long count)
    {
        lock (_gate)
        {
            if (!_counts.ContainsKey(failure) && _counts.Keys.Count(one => one.Kind == failure.Kind) >= MaxPerKind)
                failure = failure with { Message = OtherMessages };
            _counts[failure] = _counts.GetValueOrDefault(failure) + count;
        }
    }
}
