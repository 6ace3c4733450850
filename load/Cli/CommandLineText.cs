using System.Buffers;
using System.Text.RegularExpressions;

namespace Load.Cli;

/// <summary>Formats a command line for reports, as it would be typed in a shell, without secrets.</summary>
internal static partial class CommandLineText
{
    private const string Redacted = "$1…";
    private static readonly SearchValues<char> NeedQuotes = SearchValues.Create(" '\"{}[]()&?*;|<>$");

    public static string Format(string[] args) => string.Join(' ', args.Select(FormatArgument).Prepend("load"));

    private static string FormatArgument(string arg)
    {
        // Secrets are removed, because readers of a result must not be able to use the credentials of the person who
        // ran the tool.
        var text = UrlPassword().Replace(SecretHeader().Replace(arg, Redacted), Redacted);
        return text.Length > 0 && !text.AsSpan().ContainsAny(NeedQuotes)
            ? text
            : $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
    }

    [GeneratedRegex(
        "^((?:--header=|-H=?)?[a-z0-9-]*(?:authorization|cookie|key|token|secret|password)[a-z0-9-]* *:).+$",
        RegexOptions.IgnoreCase | RegexOptions.Singleline)]
    private static partial Regex SecretHeader();

    [GeneratedRegex("(://[^/?#@:]*:)[^/?#@]+(?=@)")]
    private static partial Regex UrlPassword();
}
