using System.Runtime.CompilerServices;

namespace TwoTier.Load.Reports.Words;

internal static class TextRunExtensions
{
    extension(TextRun)
    {
        public static IReadOnlyList<TextRun> Create(TextRunBuilder text) => text.Runs;
    }
}

/// <summary>
/// Creates the parts of a sentence from an interpolated string, in which the format of a part is its kind:
/// <c>$"faster than {name:variant}"</c>.
/// </summary>
[InterpolatedStringHandler]
internal readonly struct TextRunBuilder(int literalLength, int formattedCount)
{
    public List<TextRun> Runs { get; } = new(literalLength > 0 ? formattedCount * 2 + 1 : formattedCount);

    public void AppendLiteral(string text) => Runs.Add(new TextRun(text));

    public void AppendFormatted(string text, string? format = null) => Runs.Add(new TextRun(text, format));

    public void AppendFormatted(IEnumerable<TextRun> runs) => Runs.AddRange(runs);
}
