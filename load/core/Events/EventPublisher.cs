namespace TwoTier.Load.Events;

/// <summary>
/// Collects the events of everything that a program measures or shows, one after another. The threads that measure only
/// note what happens; the rest is done by the thread that takes the events.
/// </summary>
internal sealed class EventPublisher(
    PrometheusScraper scraper,
    Func<TimeSpan> getToolCpu,
    Func<Result, IReadOnlyList<TextRun>> getHeadline,
    TimeProvider time)
{
    /// <summary>The name of the load tool among the processes.</summary>
    public const string ToolName = "load";

    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly ProcessMonitor _monitor = new(scraper, time);
    private readonly List<ResultLine> _lines = [];

    // The turns that have no line yet, in the order of their variants' last lines.
    private readonly List<TurnSum> _ended = [];
    private EventSource? _source;
    private ActiveStage? _stage;
    private (long Timestamp, long Successes, TimeSpan Cpu) _lastState;
    private long _lastLine = time.GetTimestamp();

    /// <summary>Publishes a source from now on, instead of the one before.</summary>
    public void Show(EventSource source)
    {
        Leave();
        var plan = source.CreatePlan(time.GetUtcNow());
        lock (_gate)
        {
            _source = source;
            source.StartTimestamp ??= time.GetTimestamp();
            _ended.Clear();
            Publish(new ResultLine { Plan = plan });
        }

        source.Progress.StageStarted += BeginStage;
        if (source.Progress is ComparisonProgress comparison)
            comparison.TurnEnded += EndTurn;
    }

    /// <summary>
    /// Takes the events since the last time, and the load at the moment: called every quarter of a second, on a thread
    /// that does not measure.
    /// </summary>
    public IReadOnlyList<ResultLine> Take()
    {
        var (source, stage) = (Volatile.Read(ref _source), Volatile.Read(ref _stage));
        var judged = source?.Judge(time);
        // To read metrics takes CPU time from the processes that are measured, which short turns would notice.
        _ = _monitor.UpdateAsync(source is { HasShortTurns: true } ? null : stage);
        lock (_gate)
        {
            if (source is not null && source == _source)
                PublishProgress(source, judged);
            ResultLine[] taken = [.. _lines];
            _lines.Clear();
            return taken;
        }
    }

    public void End(Result result, string? path)
    {
        lock (_gate)
        {
            if (result.Kind == Result.ComparisonKind)
                Publish(new ResultLine { Standings = Standings.Create(result) });
            Publish(new ResultLine { Validity = result.Validity });
            End(new ResultEnd(result.Validity.State, path, getHeadline(result)));
        }
    }

    /// <summary>Ends what has no result: it was left before its end.</summary>
    public void End() => End(new ResultEnd(RunValidity.CutShortState, null, null));

    private void End(ResultEnd end)
    {
        lock (_gate)
            Publish(new ResultLine { End = end });
        Leave();
    }

    private void Leave()
    {
        lock (_gate)
        {
            if (_source is not { } source)
                return;
            source.Progress.StageStarted -= BeginStage;
            if (source.Progress is ComparisonProgress comparison)
                comparison.TurnEnded -= EndTurn;
            (_source, _stage) = (null, null);
        }
    }

    private void BeginStage(ActiveStage stage)
    {
        lock (_gate)
        {
            if (_source is not { } source)
                return;
            _stage = stage;
            _lastState = (time.GetTimestamp(), 0, getToolCpu());
            if (!source.HasShortTurns || (!stage.IsMeasured && time.GetElapsedTime(_lastLine) >= Interval))
            {
                Publish(new ResultLine
                {
                    Turn = new TurnStart(stage.Variant, stage.IsMeasured, stage.Round, stage.Connections),
                });
            }
        }
    }

    private void EndTurn(Turn turn, Measurement measurement)
    {
        lock (_gate)
        {
            if (_source is not { } source || _stage is not { } stage)
                return;
            var sum = _ended.Find(one => one.Variant == stage.Variant);
            if (sum is null)
                _ended.Add(sum = new TurnSum(stage));
            sum.Add(turn, measurement);
            if (!source.HasShortTurns)
                PublishTurns(withStart: false);
        }
    }

    private void PublishProgress(EventSource source, ResultLine? judged)
    {
        if (judged is not null)
            Publish(judged);
        if (_stage is { } stage)
        {
            if (source.HasShortTurns && stage.IsMeasured)
                PublishTurns(withStart: true);
            else if (!stage.Measurement.IsEnding)
                PublishState(source, stage);
        }

        if (time.GetElapsedTime(_lastLine) >= KeepAliveInterval)
            Publish(new ResultLine());
    }

    // A line of turns that were too short for a line at their start tells it, too.
    private void PublishTurns(bool withStart)
    {
        if (_ended is not [var oldest, ..])
            return;
        _ended.RemoveAt(0);
        var line = oldest.CreateLine(_monitor.GetProcesses(oldest.Variant));
        Publish(withStart ? line : line with { Turn = null });
    }

    private void PublishState(EventSource source, ActiveStage stage)
    {
        // A request rate over only a few milliseconds would be meaningless.
        var (now, cpu, last) = (time.GetTimestamp(), getToolCpu(), _lastState);
        var elapsed = time.GetElapsedTime(last.Timestamp, now);
        if (elapsed < Interval / 2)
            return;
        var counters = stage.Measurement.Counters;
        var successes = counters.Successes;
        _lastState = (now, successes, cpu);
        var isFailing = source.GetMaxErrorShare(stage) is { } share && counters.Errors > share * counters.Requests;
        var rate = RoundToFiveDigits(Math.Max(0, successes - last.Successes) / elapsed.TotalSeconds);
        Publish(new ResultLine
        {
            Load = new LoadState(stage.Variant, rate, counters.Requests, counters.Errors)
            {
                P50Ms = LatencyResult.GetPercentile(counters.Latency, 0.5),
                P99Ms = LatencyResult.GetPercentile(counters.Latency, 0.99),
                Failures = isFailing
                    ? counters.GetFailures().ToDictionary(failure => failure.Kind, failure => failure.Count)
                    : null,
                Processes = new Dictionary<string, ProcessLoad>(_monitor.GetProcesses(stage.Variant))
                {
                    [ToolName] = new ProcessLoad { Cores = RoundToFiveDigits((cpu - last.Cpu) / elapsed) },
                },
                Down = _monitor.GetDown(stage.Processes),
            },
        });
    }

    // What comes of a source after its end, from another thread, is left out.
    private void Publish(ResultLine line)
    {
        if (_source is not { } source)
            return;
        _lastLine = time.GetTimestamp();
        var elapsed = time.GetElapsedTime(source.StartTimestamp!.Value, _lastLine);
        _lines.Add(line with { T = RoundToFiveDigits(elapsed.TotalSeconds) });
    }
}
