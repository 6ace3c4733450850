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
    private readonly Dictionary<TransportError, Dictionary<string, long>> _messages = [];

    public void Record(RequestFailure failure) => Add(failure.Kind, failure.Message, 1);

    public void Add(FailureMessages other)
    {
        foreach (var (kind, messages) in other.GetAll())
        {
            foreach (var (text, count) in messages)
                Add(kind, text, count);
        }
    }

    public IReadOnlyList<(TransportError Kind, IReadOnlyList<(string Text, long Count)> Messages)> GetAll()
    {
        lock (_gate)
        {
            return
            [
                .. _messages.OrderByDescending(kind => kind.Value.Values.Sum()).Select(kind => (
                    kind.Key,
                    (IReadOnlyList<(string, long)>)
                        [.. kind.Value.OrderByDescending(message => message.Value).Select(m => (m.Key, m.Value))])),
            ];
        }
    }

    private void Add(TransportError kind, string text, long count)
    {
        lock (_gate)
        {
            if (!_messages.TryGetValue(kind, out var messages))
                _messages[kind] = messages = [];
            if (!messages.ContainsKey(text) && messages.Count >= MaxPerKind)
                text = OtherMessages;
            messages[text] = messages.GetValueOrDefault(text) + count;
        }
    }
}
