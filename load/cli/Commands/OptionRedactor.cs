namespace TwoTier.Load.Cli.Commands;

/// <summary>Removes secrets from the values of options, according to what the values mean.</summary>
internal sealed class OptionRedactor(Redactor redactor)
{
    private const string Header = "header";

    /// <summary>Removes the secrets from the value of an option.</summary>
    public string Redact(OptionKey key, string value) => key switch
    {
        { Name: "body" } => RedactBody(value),
        { Name: Header } => RedactHeader(value),
        { Name: "query" } => redactor.RedactQuery(value),
        { Name: "repeat-command" } => CommandLineText.RedactCommand(value, redactor),
        { Name: "vary" } when !value.StartsWith('[') => RedactVariation(value),
        { IsListOfItems: true } => RedactList(key, value),
        _ when value.StartsWith('/') => redactor.RedactUrl(value),
        _ => redactor.RedactUrls(value),
    };

    /// <summary>Removes the secrets from an argument that is not the value of a known option.</summary>
    public string RedactText(string text) => redactor.RedactUrls(RedactHeader(text));

    // A request body may contain a secret anywhere, so the whole body is hidden. The name of a body file is shown.
    private static string RedactBody(string value) =>
        value.StartsWith('@') || value.Length == 0 ? value : Redactor.ReplacementText;

    private string RedactHeader(string line) =>
        line.Split(':', 2) is [var name, var value] && !value.StartsWith("//", StringComparison.Ordinal)
        && redactor.RedactHeader(name.Trim(), value.Trim()) is var redacted && redacted != value.Trim()
            ? $"{name}: {redacted}"
            : line;

    // If a comparison varies a secret parameter, the option contains the secret values of that parameter, which are
    // hidden.
    private string RedactVariation(string value) =>
        value.Split('=', 2) is [var name, _] && !name.Contains('@', StringComparison.Ordinal) && redactor.IsSecret(name)
            ? $"{name}={Redactor.ReplacementText}"
            : string.Join(',', value.Split(',').Select(redactor.RedactUrls));

    // The value of a list option is one line of YAML, from which secrets are removed key by key.
    private string RedactList(OptionKey list, string value)
    {
        var root = YamlReader.ParseOption(new SourceSpan(value, list.Option), new DiagnosticList());
        if (root?.Items is not { } items)
            return Redactor.ReplacementText;
        var isChanged = false;
        var text = $"[{string.Join(", ", items.Select(Format))}]";
        return isChanged ? text : value;

        string Format(ConfigNode item) => item.Entries is not { } entries
            ? Redactor.ReplacementText
            : $"{{{string.Join(", ", entries.Select(entry => $"{entry.Name.Text}: {FormatValue(entry)}"))}}}";

        string FormatValue((SourceSpan Name, ConfigNode Value) entry)
        {
            var key = list.ItemKeys.FirstOrDefault(key => key.Name == entry.Name.Text);
            if (entry.Value.Items is { } values)
                return $"[{string.Join(", ", values.Select(one => FormatText(key, one.Span.Text)))}]";
            return entry.Value.Entries is { } pairs
                ? $"{{{string.Join(", ", pairs.Select(pair => FormatPair(key, pair)))}}}"
                : FormatText(key, entry.Value.Span.Text);
        }

        // Some values, such as headers and monitored processes, may be written as a mapping of names to values.
        string FormatPair(OptionKey? key, (SourceSpan Name, ConfigNode Value) pair)
        {
            var (name, text) = (pair.Name.Text, pair.Value.Span.Text);
            var redacted = key?.Name == Header
                ? redactor.RedactHeader(name, text)
                : redactor.RedactUrls(text);
            isChanged |= redacted != text;
            return $"'{name}': {Quote(redacted)}";
        }

        string FormatText(OptionKey? key, string text)
        {
            var redacted = key is null ? redactor.RedactUrls(text) : Redact(key, text);
            isChanged |= redacted != text;
            return Quote(redacted);
        }
    }

    private static string Quote(string text) =>
        text.Length > 0 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '%')
            ? text
            : $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}
