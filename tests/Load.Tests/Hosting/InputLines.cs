namespace Load.Tests.Hosting;

/// <summary>A standard input to which a test adds lines.</summary>
internal sealed class InputLines : TextReader
{
    private readonly BlockingCollection<string> _lines = [];

    public void Add(string line) => _lines.Add(line);

    public void Complete() => _lines.CompleteAdding();

    public override string? ReadLine() => _lines.TryTake(out var line, Timeout.Infinite) ? line : null;
}
