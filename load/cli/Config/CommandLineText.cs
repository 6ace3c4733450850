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
        var words = new List<string>
        {
            redactor.RedactText(Environment.GetEnvironmentVariable("LOAD_COMMAND") ?? "load"),
        };
        Key? option = null;
        foreach (var token in parsed.Tokens)
        {
            words.Add(Quote(option is null || token.Type == TokenType.Option
                ? redactor.RedactText(token.Value)
                : RedactValue(option, token.Value, redactor)));
            option = token.Type == TokenType.Option ? ScenarioSettings.Find(token.Value) : null;
        }

        return string.Join(' ', words);
    }

    /// <summary>Removes the secrets from a command, or all of it if it has the text of a body.</summary>
    public static string RedactCommand(string command, Redactor redactor) =>
        command.Contains("--body", StringComparison.Ordinal) || command.Contains("--requests", StringComparison.Ordinal)
            ? Redactor.ReplacementText
            : redactor.RedactText(command);

    private static string RedactValue(Key key, string value, Redactor redactor) => key switch
    {
        // A body may contain a secret anywhere. The name of a body file is shown.
        { Name: "body" } => value.StartsWith('@') || value.Length == 0 ? value : Redactor.ReplacementText,
        { Name: "repeat-command" } => RedactCommand(value, redactor),
        { Name: "vary" } when !value.StartsWith('[') => RedactVariation(value, redactor),
        { ItemKeys.Count: > 0 } => RedactYaml(value, redactor),
        _ => redactor.RedactText(value),
    };

    // If a comparison varies a secret parameter, the values of that parameter are secrets.
    private static string RedactVariation(string value, Redactor redactor) =>
        value.Split('=', 2) is [var name, _] && !name.Contains('@', StringComparison.Ordinal) && redactor.IsSecret(name)
            ? $"{name}={Redactor.ReplacementText}"
            : string.Join(',', value.Split(',').Select(redactor.RedactUrls));

    // If the YAML has a body or the name of a secret, all of it is hidden.
    private static string RedactYaml(string yaml, Redactor redactor) =>
        redactor.RedactUrls(yaml) == yaml && !NameInYaml().Matches(yaml).Any(name =>
            name.Value is "body" or "Basic" || redactor.IsSecret(Uri.UnescapeDataString(name.Value)))
            ? yaml
            : Redactor.ReplacementText;

    private static string Quote(string word) => word.Length > 0 && !word.AsSpan().ContainsAny(CharactersToQuote)
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    [GeneratedRegex(@"[\w%-]+")]
    private static partial Regex NameInYaml();
}
