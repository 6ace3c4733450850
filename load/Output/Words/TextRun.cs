namespace Load.Output.Words;

/// <summary>A piece of a sentence, so that who draws it can mark what it speaks of.</summary>
/// <param name="Text">As it reads.</param>
/// <param name="Kind">variant, amount, strong, quiet or code; null for plain words.</param>
internal sealed record TextRun(string Text, string? Kind = null)
{
    public static implicit operator TextRun(string text) => new(text);

    public static TextRun Variant(string name) => new(name, "variant");

    public static TextRun Amount(string text) => new(text, "amount");

    public static TextRun Strong(string text) => new(text, "strong");

    public static TextRun Quiet(string text) => new(text, "quiet");

    public static TextRun Code(string text) => new(text, "code");
}
