namespace Studies.Studies;

/// <summary>
/// Puts the front-end and the back-end a distance apart, and compares ways of calling by the response time that one
/// caller sees. A relay between the two makes the distance.
/// </summary>
internal sealed class DistanceStudy : StudyCommand
{
    public const string StudyName = "distance";

    private readonly Option<string> _roundTrips = StudyOptions.CreateText(
        "--rtt", "TIMES", "The round-trip times between front-end and back-end.", "0ms,1ms,5ms,20ms")
        .WithValues(text => DistanceTrial.TryParse(text) is >= 0 and < 1000, "times such as 5ms, below 1000ms");

    private readonly Option<bool> _short = StudyOptions.CreateShort("Try it: 0ms and 20ms, one start, short trials.");
    private readonly Option<string?> _publish = StudyOptions.CreatePublish(StudyName);

    public DistanceStudy()
        : base(
            StudyName,
            "Compares ways of calling for several round-trip times between front-end and back-end.",
            new(10, "How often to restart the processes and measure everything.", 1))
    {
        foreach (var option in (Option[])[_roundTrips, _short, _publish])
            Add(option);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        CountStarts(arguments, rounds)
            * GetTrials(arguments).Aggregate(TimeSpan.Zero, (sum, trial) => sum + trial.Duration);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (measured, isValid) = (new List<DistanceMeasurement>(), true);
        var starts = CountStarts(context.Arguments, context.Rounds);
        for (var start = 1; start <= starts; start++)
        {
            var trials = GetTrials(context.Arguments).ToArray();
            Random.Shared.Shuffle(trials);
            foreach (var trial in trials)
            {
                Console.WriteLine($"  start {start} of {starts}, round trip {trial.RoundTrip}");
                measured.Add(await trial.MeasureAsync(context, start));
                isValid &= measured[^1].IsValid;
            }
        }

        Write(context, measured);
        return isValid ? ExitCode.Success : ExitCode.Invalid;
    }

    private void Write(StudyContext context, List<DistanceMeasurement> measured)
    {
        var (folder, note) = (context.GetFolder(_publish, Name), context.Arguments.GetValue(_publish));
        DistanceRow[] rows =
            [.. measured.GroupBy(one => one.RttMs).OrderBy(one => one.Key).Select(one => DistanceRow.Create([.. one]))];
        StudyFiles.Write(folder, Name, rows, 0, note,
        [
            ("round trip, ms", row => row.RttMs), ("with curl, ms", row => row.CurlMs),
            .. DistanceQuestion.All.Select(question => (
                $"{question.Name}, %", (Func<DistanceRow, object?>)(row => row.Percent[question.Name]))),
        ]);
        var times = new TextTable(1, ["median response time, ms", .. rows.Select(row => $"{row.RttMs} ms")]);
        foreach (var (variant, _) in DistanceTrial.Variants)
            times.Add([variant, .. rows.Select(row => $"{row.P50Ms[variant]}")]);
        StudyFiles.Write(folder, $"{Name}-times", rows, times, note);
    }

    private int CountStarts(ParseResult arguments, int rounds) => arguments.GetValue(_short) ? 1 : rounds;

    private IEnumerable<DistanceTrial> GetTrials(ParseResult arguments)
    {
        var (times, isShort) = (arguments.GetRequiredValue(_roundTrips).Split(','), arguments.GetValue(_short));
        var isGiven = arguments.GetResult(_roundTrips) is { Implicit: false };
        return (isShort && !isGiven ? [times[0], times[^1]] : times).Distinct()
            .Select(time => new DistanceTrial(time, isShort));
    }
}
