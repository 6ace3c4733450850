using System.CommandLine;
using System.Globalization;
using System.Text.RegularExpressions;
using Load.Expecting;

namespace Load.Cli;

/// <summary>The options that say what makes a reply a success.</summary>
internal sealed class ExpectOptions
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private readonly Option<int[]> _statuses = Opt.Of(
        "--expect-status", null, "The statuses that count as success, such as 200,404. [default: 2xx]", Statuses);
    private readonly Option<Regex> _pattern = Opt.Of(
        "--expect-regex", null, "What the body must match; else the reply counts as an error, check failed.", Pattern);
    private readonly Option<JsonCount> _json = Opt.Of(
        "--expect-json",
        null,
        "What the body must hold: '$.orders[*]=3' three values there, '$.id' one or more.",
        JsonCount.Parse);

    public Command AddTo(Command command)
    {
        foreach (var option in new Option[] { _statuses, _pattern, _json })
            command.Add(option);
        return command;
    }

    // An array option that is not given has an empty value.
    public Expectations Of(ParseResult given) => new(
        given.GetValue(_statuses) is { Length: > 0 } statuses ? statuses : null,
        given.GetValue(_pattern),
        given.GetValue(_json));

    private static int[] Statuses(string text)
    {
        var statuses = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0)
            .ToArray();
        return statuses.All(status => status is >= 200 and <= 599)
            ? statuses
            : throw new FormatException($"found \"{text}\", expected statuses from 200 to 599, such as 200,404");
    }

    private static Regex Pattern(string text)
    {
        try
        {
            return new Regex(text, RegexOptions.CultureInvariant, Patience);
        }
        catch (ArgumentException e)
        {
            throw new FormatException($"found \"{text}\", expected a regular expression: {e.Message}");
        }
    }
}
