using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Load.Cli;

/// <summary>Options whose mistakes say what was found, what is expected and what to try.</summary>
internal static class Opt
{
    /// <param name="name">With its dashes.</param>
    /// <param name="standard">The value without the option, as it would be typed; null for none.</param>
    /// <param name="help">One sentence.</param>
    /// <param name="read">Throws <see cref="FormatException"/> with the mistake.</param>
    /// <param name="aliases">Other names.</param>
    public static Option<T> Of<T>(
        string name, string? standard, string help, Func<string, T> read, params string[] aliases)
    {
        var option = new Option<T>(name, aliases)
        {
            Description = help,
            HelpName = name.TrimStart('-'),
            Arity = ArgumentArity.ExactlyOne,
            CustomParser = result => Read(result, result.Tokens[0].Value, aliases.FirstOrDefault() ?? name, read),
        };
        if (standard is not null)
            option.DefaultValueFactory = _ => read(standard);
        return option;
    }

    /// <summary>An option that may be repeated; every wrong one is said.</summary>
    public static Option<T[]> Many<T>(string name, string help, Func<string, T> read, string alias) => new(name, alias)
    {
        Description = help,
        HelpName = name.TrimStart('-'),
        Arity = ArgumentArity.OneOrMore,
        CustomParser = result => [.. result.Tokens.Select(token => Read(result, token.Value, alias, read)!)],
    };

    public static Option<string> Text(string name, string? standard, string help) =>
        Of(name, standard, help, text => text);

    public static Option<int> Number(
        string name, string standard, int min, int max, string help, params string[] aliases) =>
        Of(name, standard, help, text => ReadNumber(text, min, max), aliases);

    public static Option<int?> OptionalNumber(string name, int min, int max, string help) =>
        Of<int?>(name, null, help, text => ReadNumber(text, min, max));

    public static Option<Duration> Duration(string name, string standard, TimeSpan min, string help) =>
        Of(name, standard, help, text => Cli.Duration.Parse(text, min));

    public static Option<Duration?> OptionalDuration(string name, TimeSpan min, string help) =>
        Of<Duration?>(name, null, help, text => Cli.Duration.Parse(text, min));

    public static Option<int> Connections() =>
        Number("--connections", "10", 1, 10_000, "Requests under way at any time, a connection each.", "-c");

    public static Option<int> Seed() => Number(
        "--seed", "2014", 0, int.MaxValue, "Same seed, same values and same order.");

    public static Option<Duration> Timeout() =>
        Duration("--timeout", "30s", TimeSpan.FromMilliseconds(1), "Limit for one request, its body included.");

    public static Option<string> Folder() => Text("--out", "results", "Folder of the result files.");

    public static Option<string> FileName(string standard) =>
        Of("--name", standard, "Name of the result files.", ReadFileName);

    public static Option<string> RepeatCommand() =>
        Text("--repeat-command", null, "What the report says to type to see it again.");

    private static string ReadFileName(string text) =>
        text.Length > 0 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : throw new FormatException($"found \"{text}\", expected letters, digits, - _ . only: it names files");

    private static int ReadNumber(string text, int min, int max) =>
        int.TryParse(text, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number
            : throw new FormatException($"found {text}, expected {min} to {max}");

    private static T? Read<T>(ArgumentResult result, string text, string name, Func<string, T> read)
    {
        try
        {
            return read(text);
        }
        catch (FormatException e)
        {
            result.AddError($"{name} error {e.Message}");
            return default;
        }
    }
}
