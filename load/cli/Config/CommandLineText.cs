using System.Buffers;
using System.Text;

namespace TwoTier.Load.Cli.Config;

/// <summary>Formats a command line for reports, as it would be typed in a shell, without secrets.</summary>
internal sealed class CommandLineText(IReadOnlyList<string> args)
{
    private static readonly SearchValues<char> CharactersToQuote = SearchValues.Create(" '\"{}[]()&?*;|<>$\\`!#~\n\t");

    public string Format(Redactor redactor) => Join(Redact(args, new OptionRedactor(redactor)).Prepend("load"));

    public static string RedactCommand(string command, Redactor redactor)
    {
        var words = ShellWords.Split(command);
        var redacted = Redact(words, new OptionRedactor(redactor)).ToArray();
        return redacted.SequenceEqual(words) ? command : Join(redacted);
    }

    private static IEnumerable<string> Redact(IReadOnlyList<string> words, OptionRedactor redactor)
    {
        OptionKey? waiting = null;
        foreach (var word in words)
        {
            // An option with an implicit value may be given without a value, so that another option follows.
            if (waiting?.Info.ImplicitValue is not null && word.StartsWith('-'))
                waiting = null;
            var option = waiting is null ? Split(word) : null;
            yield return waiting is not null ? redactor.Redact(waiting, word)
                : option is not var (key, name, value) ? redactor.RedactText(word)
                : value is null ? word
                : name + redactor.Redact(key, value);
            waiting = option is { Value: null, Key.IsSwitch: false } ? option.Value.Key : null;
        }
    }

    // Splits an argument such as --header=value, --header:value, -H=value or -Hvalue into the option and its value.
    private static (OptionKey Key, string Name, string? Value)? Split(string word)
    {
        var end = word.IndexOfAny(['=', ':']);
        var name = end < 0 ? word : word[..end];
        if (OptionCatalog.Find(name) is { } key)
            return (key, end < 0 ? name : word[..(end + 1)], end < 0 ? null : word[(end + 1)..]);
        return word.Length > 2 && word[0] == '-' && OptionCatalog.Find(word[..2]) is { } bundled
            ? (bundled, word[..2], word[2..])
            : null;
    }

    private static string Join(IEnumerable<string> words) => string.Join(' ', words.Select(Quote));

    private static string Quote(string word) => word.Length > 0 && !word.AsSpan().ContainsAny(CharactersToQuote)
        ? word
        : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

/// <summary>Splits a command into words as a shell does.</summary>
internal static class ShellWords
{
    public static IReadOnlyList<string> Split(string command)
    {
        var (words, word, quote) = (new List<string>(), new StringBuilder(), '\0');
        var isWord = false;
        for (var i = 0; i < command.Length; i++)
        {
            var c = command[i];
            if (quote == '\0' && char.IsWhiteSpace(c))
            {
                if (isWord)
                    words.Add(word.ToString());
                (isWord, word) = (false, new StringBuilder());
                continue;
            }

            isWord = true;
            if (c == '\\' && quote != '\'' && i + 1 < command.Length)
                word.Append(command[++i]);
            else if (quote == '\0' && c is '\'' or '"')
                quote = c;
            else if (quote != '\0' && c == quote)
                quote = '\0';
            else
                word.Append(c);
        }

        if (isWord)
            words.Add(word.ToString());
        return words;
    }
}
