using System.Buffers;
using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Config;

/// <summary>Formats a command line for reports, as it would be typed in a shell, without secrets.</summary>
internal static partial class CommandLineText
{
    private static readonly SearchValues<char> CharactersToQuote = SearchValues.Create(" '\"{}[]()&?*;|<>$\\`!#~\n\t");

    public static string Format(ParseResult parsed, Redactor redactor)
    {
        // In a container, the command that starts it.
        var words = new List<string> { Environment.GetEnvironmentVariable("LOAD_COMMAND") ?? "load" };
        OptionKey? option = null;
        foreach (var token in parsed.Tokens)
        {
            words.Add(Quote(option is null || token.Type == TokenType.Option
                ? RedactText(token.Value, redactor)
                : RedactValue(option, token.Value, redactor)));
            option = token.Type == TokenType.Option ? OptionCatalog.Find(token.Value) : null;
        }

        return string.Join(' ', words);
    }

    /// <summary>Removes the secrets from a command, or all of it if it has the text of a body.</summary>
    public static string RedactCommand(string command, Redactor redactor) =>
        command.Contains("--body", StringComparison.Ordinal) || command.Contains("--requests", StringComparison.Ordinal)
            ? Redactor.ReplacementText
            : Word().Replace(command, word => RedactText(word.Value, redactor));

    private static string RedactValue(OptionKey key, string value, Redactor redactor) => key switch
    {
        // A body may contain a secret anywhere. The name of a body file is shown.
        { Name: "body" } => value.StartsWith('@') || value.Length == 0 ? value : Redactor.ReplacementText,
        { Name: "query" } => redactor.RedactQuery(value),
        { Name: "repeat-command" } => RedactCommand(value, redactor),
        { Name: "vary" } when !value.StartsWith('[') => RedactVariation(value, redactor),
        { IsListOfItems: true } => RedactList(key, value, redactor),
        _ when value.StartsWith('/') => redactor.RedactUrl(value),
        _ => RedactText(value, redactor),
    };

    private static string RedactText(string text, Redactor redactor) =>
        text.Split(':', 2) is [var name, var value] && !value.StartsWith("//", StringComparison.Ordinal)
        && value.Trim() is var header
        && redactor.RedactHeader(name.Trim(), header) is var redacted
        && redacted != header
            ? $"{name}: {redacted}"
            : redactor.RedactUrls(text);

    // If a comparison varies a secret parameter, the values of that parameter are secrets.
    private static string RedactVariation(string value, Redactor redactor) =>
        value.Split('=', 2) is [var name, _] && !name.Contains('@', StringComparison.Ordinal) && redactor.IsSecret(name)
            ? $"{name}={Redactor.ReplacementText}"
            : string.Join(',', value.Split(',').Select(redactor.RedactUrls));

    // The value is one line of YAML. If a part of it is secret, all of it is hidden.
    private static string RedactList(OptionKey list, string value, Redactor redactor)
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
            return key is not null && texts.All(text => RedactValue(key, text, redactor) == text);
        }
    }

    private static string Quote(string word) => word.Length > 0 && !word.AsSpan().ContainsAny(CharactersToQuote)
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    // What stands in quotes, or a word without quotes.
    [GeneratedRegex("""(?<=')[^']+(?=')|(?<=")[^"]+(?=")|[^\s'"]+""")]
    private static partial Regex Word();
}
