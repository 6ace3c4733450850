namespace Load.Reporting;

/// <summary>A piece of a sentence, so that who draws it can mark what it speaks of.</summary>
/// <param name="Text">As it reads.</param>
/// <param name="Kind">variant, amount, strong, quiet or code; null for plain words.</param>
internal sealed record Phrase(string Text, string? Kind = null)
{
    public static implicit operator Phrase(string text) => new(text);

    public static Phrase Variant(string name) => new(name, "variant");

    public static Phrase Amount(string text) => new(text, "amount");

    public static Phrase Strong(string text) => new(text, "strong");

    public static Phrase Quiet(string text) => new(text, "quiet");

    public static Phrase Code(string text) => new(text, "code");
}
