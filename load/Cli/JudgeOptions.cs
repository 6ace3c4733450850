using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Checking;

namespace Load.Cli;

/// <summary>The options of <c>load run</c> that say what is asked of it.</summary>
internal sealed class JudgeOptions
{
    private readonly Option<Threshold[]> _pass = new("--pass")
    {
        Description = "Ask for 'p99 < 50ms', 'errors < 0.1%', 'dropped = 0'; repeatable. Exit 2 where one fails.",
        HelpName = "pass",
        CustomParser = Thresholds,
        DefaultValueFactory = _ => [],
    };

    private readonly Option<Share> _minSent = Opt.Of(
        "--min-sent", "99%", "Open loop: INVALID when less of the plan was sent.", Share.Parse);
    private readonly Option<Duration> _maxLateness = Opt.Duration(
        "--max-lateness", "1ms", TimeSpan.Zero, "Open loop: INVALID when the tool's own p99 delay is longer.");

    public void AddTo(Command command)
    {
        command.Add(_pass);
        command.Add(_minSent);
        command.Add(_maxLateness);
    }

    public IReadOnlyList<Threshold> ThresholdsOf(ParseResult given) => given.GetRequiredValue(_pass);

    public double FewestSentOf(ParseResult given) => given.GetRequiredValue(_minSent).Value;

    public TimeSpan MostLatenessOf(ParseResult given) => given.GetRequiredValue(_maxLateness).Value;

    private static Threshold[] Thresholds(ArgumentResult result) =>
        [.. result.Tokens.Select(token => ToThreshold(token.Value, result)).OfType<Threshold>()];

    private static Threshold? ToThreshold(string text, ArgumentResult result)
    {
        try
        {
            return Threshold.Parse(text);
        }
        catch (FormatException e)
        {
            result.AddError($"--pass error {e.Message}");
            return null;
        }
    }
}
