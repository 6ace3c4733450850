namespace TwoTier.Load.Services;

/// <summary>
/// The last lines of what a program writes, cut to a length. Of a stack trace, only the first frame is one of them, so
/// that the exception above it still is.
/// </summary>
internal sealed class LastLines(int lines, int lineLength = 1000)
{
    private readonly Queue<string> _lines = new();

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
        var wasFrame = false;
        while (await output.ReadLineAsync() is { } line)
        {
            var isFrame = line.TrimStart().StartsWith("at ", StringComparison.Ordinal);
            var isLeftOut = isFrame && wasFrame;
            wasFrame = isFrame;
            if (isLeftOut)
                continue;
            lock (_lines)
            {
                _lines.Enqueue(line.Length > lineLength ? line[..lineLength] : line);
                if (_lines.Count > lines)
                    _lines.Dequeue();
            }
        }
    }
}
