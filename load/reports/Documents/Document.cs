namespace TwoTier.Load.Reports.Documents;

/// <summary>
/// What a report says about a result, from top to bottom. A terminal and a Markdown file show the same document. The
/// figures of an invalid result are dimmed but not hidden, because users would look for hidden ones elsewhere.
/// </summary>
internal sealed record Document(string Title, bool IsInvalid, IReadOnlyList<Block> Blocks);

internal abstract record Block
{
    public Medium Medium { get; init; }
}

/// <summary>What was found, in sentences, which are wrapped at the width of the terminal.</summary>
internal sealed record Finding(string Text) : Block;

/// <summary>A line behind a mark, such as ✓, that shows at a glance what the line says.</summary>
internal sealed record Note(string Mark, Tone Tone, string Text, Tone TextTone = Tone.Plain) : Block
{
    /// <summary>Whether the mark is the state of a result.</summary>
    public bool IsState { get; init; }

    /// <summary>The text in its parts; null if it has none of a kind.</summary>
    public IReadOnlyList<TextRun>? Runs { get; init; }

    public static Note Warn(string text) => new("!", Tone.Worse, text);

    public static Note Fail(string text) => new("✗", Tone.Failed, text);
}

/// <summary>Lines of a label and a text. A terminal does not wrap them, because people copy what they say.</summary>
internal sealed record Facts(IReadOnlyList<(string Label, string Text)> Rows, Tone Tone = Tone.Plain) : Block;

internal enum Medium
{
    Any,
    Terminal,
    Markdown,
}

/// <summary>
/// How a text looks. <see cref="Passed"/> and <see cref="Failed"/> are about checks, and never mean faster and slower.
/// </summary>
internal enum Tone
{
    Plain,
    Strong,
    Quiet,
    Better,
    Worse,
    Passed,
    Failed,
    Alarm,
}
