namespace Load.Tests.Hosting;

/// <summary>A text writer that keeps what is written, so that tests can wait for a text.</summary>
internal sealed class CapturingWriter : TextWriter
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(40);
    private readonly StringBuilder _text = new();

    public override Encoding Encoding => Encoding.UTF8;

    public Task<Match> WaitForAsync(string pattern) => Eventually.GetAsync(
        () => Task.FromResult(Regex.Match(ToString(), pattern) is { Success: true } match ? match : null), LongestWait);

    public override void Write(char value) => Write(value.ToString());

    public override void Write(string? value)
    {
        lock (_text)
            _text.Append(value);
    }

    public override string ToString()
    {
        lock (_text)
            return _text.ToString();
    }
}

/// <summary>A writer whose reader has left.</summary>
internal sealed class AbandonedWriter : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => throw new IOException("Broken pipe");
}

/// <summary>A standard input to which a test adds lines.</summary>
internal sealed class InputLines : TextReader
{
    private readonly BlockingCollection<string> _lines = [];

    public void Add(string line) => _lines.Add(line);

    public void Complete() => _lines.CompleteAdding();

    public override string? ReadLine() => _lines.TryTake(out var line, Timeout.Infinite) ? line : null;
}
