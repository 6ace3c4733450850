namespace TwoTier.Load.Services;

/// <summary>
/// The last lines of what a program writes. Neither their number nor their length can fill the memory.
/// </summary>
internal sealed class LastLines(int lines, int lineLength = 1000)
{
    private readonly Queue<string> _lines = new();
    private long _count;

    /// <summary>The number of all lines.</summary>
    public long Count => Interlocked.Read(ref _count);

    public override string ToString()
    {
        lock (_lines)
            return string.Join('\n', _lines);
    }

    /// <summary>Formats the very last lines for a message, which they are indented in.</summary>
    public string Format(int shown)
    {
        lock (_lines)
            return string.Concat(_lines.TakeLast(shown).Select(line => $"\n    {line}"));
    }

    /// <summary>Reads until the program, and whatever it has started, closes its output.</summary>
    public async Task ReadAsync(TextReader output)
    {
        var (block, line) = (new char[4096], new StringBuilder());
        for (int read; (read = await output.ReadAsync(block)) > 0;)
        {
            var rest = block.AsMemory(0, read);
            for (int end; (end = rest.Span.IndexOf('\n')) >= 0; rest = rest[(end + 1)..])
                Keep(line, rest[..end], isWhole: true);
            Keep(line, rest, isWhole: false);
        }

        if (line.Length > 0)
            Keep(line, default, isWhole: true);
    }

    private void Keep(StringBuilder line, ReadOnlyMemory<char> text, bool isWhole)
    {
        line.Append(text[..Math.Min(text.Length, lineLength - line.Length)]);
        if (!isWhole)
            return;
        Interlocked.Increment(ref _count);
        lock (_lines)
        {
            _lines.Enqueue(line.ToString().TrimEnd('\r'));
            if (_lines.Count > lines)
                _lines.Dequeue();
        }

        line.Clear();
    }
}
