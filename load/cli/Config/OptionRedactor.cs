namespace TwoTier.Load.Cli.Config;

/// <summary>Removes secrets from the values of options, according to what the values mean.</summary>
internal sealed class OptionRedactor(Redactor redactor)
{
    public string Redact(OptionKey key, string value) => key switch
    {
        { Name: "body" } => RedactBody(value),
        { Name: "header" } => RedactHeader(value),
        { Name: "query" } => redactor.RedactQuery(value),
        { Name: "repeat-command" } => CommandLineText.RedactCommand(value, redactor),
        { Name: "vary" } when !value.StartsWith('[') => RedactVariation(value),
        { IsListOfItems: true } => RedactList(key, value),
        _ when value.StartsWith('/') => redactor.RedactUrl(value),
        _ => redactor.RedactUrls(value),
    };

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

    // The value of a list option is one line of YAML. If a part of it is secret, all of it is hidden.
    private string RedactList(OptionKey list, string value)
    {
        var root = YamlReader.ParseOption(new SourceSpan(value, list.Option), new DiagnosticList());
        return root?.Items?.All(item => item.Entries?.All(IsPublic) is true) is true
            ? value
            : Redactor.ReplacementText;

        bool IsPublic((SourceSpan Name, ConfigNode Value) entry)
        {
            var key = list.ItemKeys.FirstOrDefault(key => key.Name == entry.Name.Text);
            var texts = entry.Value.Entries is { } pairs
                ? pairs.Select(pair => $"{pair.Name.Text}{key?.Info.NameSeparator}{pair.Value.Span.Text}")
                : (entry.Value.Items ?? [entry.Value]).Select(one => one.Span.Text);
            return texts.All(text => (key is null ? RedactText(text) : Redact(key, text)) == text);
        }
    }
}
