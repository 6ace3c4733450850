using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Pacing;
using Load.Running;

namespace Load.Cli;

/// <summary>The options of <c>load run</c> that say when to send.</summary>
internal sealed class WorkloadOptions
{
    private const int MostConnections = 10_000;
    private const double Century = 3.2e9;
    private static readonly TimeSpan StandardDuration = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private readonly Option<int?> _requests = Opt.OptionalNumber("-n", 1, int.MaxValue, "Send this many requests.");
    private readonly Option<Duration?> _duration = Opt.OptionalDuration(
        "--duration", Shortest, "Send for this long. [default: 10s, without -n]");
    private readonly Option<int> _connections = Opt.Connections();
    private readonly Option<Rate?> _rate = Opt.Of<Rate?>(
        "--rate", null, "Open loop: start so many, whatever became of those before: 1000/s.", Rate.Parse);
    private readonly Option<RateRange?> _ramp = Opt.Of<RateRange?>(
        "--ramp", null, "Open loop, at an evenly changing rate: 100/s..1000/s.", RateRange.Parse);
    private readonly Option<Rate[]?> _steps = Opt.Of<Rate[]?>(
        "--steps", null, "Open loop, at one rate after the other: 500/s,1000/s,2000/s.", Rate.ParseMany);
    private readonly Option<Duration> _step = Opt.Duration("--step", "10s", Shortest, "Length of each of the steps.");
    private readonly Option<bool> _poisson = new("--poisson")
    {
        Description = "Open loop: random spacing, as independent users have; else even.",
    };

    private readonly Option<int> _maxBacklog = Opt.Number(
        "--max-backlog", "10000", 0, int.MaxValue, "Open loop: so many may wait for a connection, others are dropped.");
    private readonly Option<int[]?> _burst = Opt.Of<int[]?>(
        "--burst", null, "Release so many at once, wait for all, then the next: 1,10,20,50.", Sizes);

    public void AddTo(Command command)
    {
        Option[] all =
        [
            _requests, _duration, _connections, _rate, _ramp, _steps, _step, _poisson, _maxBacklog, _burst,
        ];
        foreach (var option in all)
            command.Add(option);
        command.Validators.Add(RefuseWhatDoesNotGoTogether);
    }

    public Workload Of(ParseResult given, int seed)
    {
        if (given.GetValue(_burst) is { Length: > 0 } sizes)
            return new BurstWorkload(sizes);
        var connections = given.GetValue(_connections);
        if (ScheduleOf(given) is not { } schedule)
            return new ClosedWorkload(connections, BudgetOf(given));

        var isPoisson = given.GetValue(_poisson);
        return new OpenWorkload(
            connections,
            isPoisson ? new PoissonSpacing(schedule, seed) : schedule,
            RateTextOf(given) + (isPoisson ? ", Poisson" : ""),
            given.GetValue(_maxBacklog));
    }

    private Schedule? ScheduleOf(ParseResult given)
    {
        var duration = given.GetValue(_duration)?.Value ?? StandardDuration;
        if (given.GetValue(_rate) is { PerSecond: var rate })
        {
            var needed = TimeSpan.FromSeconds(Math.Min(given.GetValue(_requests) / rate ?? 0, Century));
            return new Ramp(rate, rate, needed > TimeSpan.Zero ? needed : duration);
        }

        if (given.GetValue(_ramp) is { } ramp)
            return new Ramp(ramp.From.PerSecond, ramp.To.PerSecond, duration);
        var step = given.GetRequiredValue(_step).Value;
        return given.GetValue(_steps) is { Length: > 0 } steps
            ? new Sequence([.. steps.Select(one => new Ramp(one.PerSecond, one.PerSecond, step))])
            : null;
    }

    private string RateTextOf(ParseResult given) =>
        given.GetValue(_rate)?.Text
        ?? given.GetValue(_ramp)?.ToString()
        ?? string.Join(", ", given.GetRequiredValue(_steps)!.Select(one => one.Text));

    private Budget BudgetOf(ParseResult given) => given.GetValue(_requests) is { } n
        ? Budget.Of(n)
        : Budget.Of(given.GetValue(_duration)?.Value ?? StandardDuration);

    private void RefuseWhatDoesNotGoTogether(CommandResult result)
    {
        Option[] models = [.. new Option[] { _rate, _ramp, _steps, _burst }.Where(IsGiven)];
        if (models.Length > 1)
            result.AddError($"{models[0].Name} error found {models[1].Name} too, expected one of them");
        Refuse(_requests, _duration);
        Refuse(_requests, _ramp, _steps, _burst);
        Refuse(_duration, _steps, _burst);
        Refuse(_connections, _burst);
        if (IsGiven(_poisson) && !IsGiven(_rate) && !IsGiven(_ramp) && !IsGiven(_steps))
            result.AddError("--poisson error found no rate. Try --rate 1000/s --poisson");

        void Refuse(Option option, params Option[] others)
        {
            if (IsGiven(option) && others.FirstOrDefault(IsGiven) is { } other)
                result.AddError($"{NameOf(option)} error found {other.Name} too, expected one of them");
        }

        bool IsGiven(Option option) => result.GetResult(option) is { Implicit: false };
    }

    private static string NameOf(Option option) => option.Aliases.FirstOrDefault() ?? option.Name;

    private static int[] Sizes(string text)
    {
        var sizes = text.Split(',', StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, out var size) ? size : 0)
            .ToArray();
        return sizes.All(size => size is > 0 and <= MostConnections)
            ? sizes
            : throw new FormatException(
                $"found \"{text}\", expected numbers from 1 to {MostConnections}, such as 1,10,20,50");
    }
}
