namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts why requests failed, in words. For each kind of transport error it keeps the first few messages and counts
/// the others together, so that its memory is bounded. Workers may record concurrently.
/// </summary>
internal sealed class FailureMessages
{
    /// <summary>The number of different messages that are kept for each kind of transport error.</summary>
    public const int MaxPerKind = 5;

    /// <summary>The text that stands for all messages that are not kept.</summary>
    public const string OtherMessages = "other messages";

    private readonly Lock _gate = new();
    private readonly Dictionary<TransportError, Dictionary<string, long>> _messages = [];

    /// <summary>Counts a message.</summary>
    public void Record(RequestFailure failure)
    {
        lock (_gate)
            Add(failure.Kind, failure.Message, 1);
    }

    /// <summary>Adds the messages of another instance to this one.</summary>
    public void Add(FailureMessages other)
    {
        foreach (var (kind, messages) in other.GetAll())
        {
            lock (_gate)
            {
                foreach (var (text, count) in messages)
                    Add(kind, text, count);
            }
        }
    }

    /// <summary>Gets a copy of all messages with their counts, the most frequent first.</summary>
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
        if (!_messages.TryGetValue(kind, out var messages))
            _messages[kind] = messages = [];
        if (!messages.ContainsKey(text) && messages.Count >= MaxPerKind)
            text = OtherMessages;
        messages[text] = messages.GetValueOrDefault(text) + count;
    }
}
