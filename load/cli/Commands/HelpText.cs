namespace TwoTier.Load.Cli.Commands;

/// <summary>Writes text in lines of at most 80 columns.</summary>
internal sealed class HelpText(TextWriter output)
{
    private const int Width = 80;
    private const int Indent = 26;

    public void WriteLine(string text) => output.WriteLine(text);

    public void WriteParagraph(string text)
    {
        foreach (var line in TextLines.Wrap(text, Width))
            output.WriteLine(line);
        output.WriteLine();
    }

    public void WriteSection(string title, string text)
    {
        output.WriteLine($"{title}:");
        foreach (var line in TextLines.Wrap(text, Width - 2))
            output.WriteLine($"  {line}");
        output.WriteLine();
    }

    public void WriteTable(string title, IEnumerable<(string Name, string Text)> rows)
    {
        var all = rows.ToArray();
        if (all.Length == 0)
            return;
        output.WriteLine($"{title}:");
        foreach (var (name, text) in all)
            WriteRow($"  {name}", TextLines.Wrap(text, Width - Indent).ToArray());
        output.WriteLine();
    }

    private void WriteRow(string name, string[] lines)
    {
        // A name that is too long for the column of names is written on a line of its own.
        var hasRoom = name.Length < Indent - 1;
        output.WriteLine(hasRoom ? (name.PadRight(Indent) + lines.FirstOrDefault("")).TrimEnd() : name);
        foreach (var line in hasRoom ? lines.Skip(1) : lines)
            output.WriteLine(new string(' ', Indent) + line);
    }
}
