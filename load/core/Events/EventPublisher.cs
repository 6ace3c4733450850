namespace TwoTier.Load.Events;

/// <summary>Publishes everything that a program measures or shows, one after another.</summary>
internal sealed class EventPublisher(
    EventWriter writer,
    PrometheusScraper scraper,
    LinuxMachine machine,
    Func<TimeSpan> getToolCpu,
    Func<Result, IReadOnlyList<TextRun>> getHeadline,
    TimeProvider time)
{
    /// <summary>The name of the load tool among the processes.</summary>
    public const string ToolName = "load";

    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);

    private readonly Lock _gate = new();
    private readonly RecentLatency _latency = new(time);
    private readonly ProcessMonitor _monitor = new(scraper, machine, getToolCpu, time);

    // The short turns that were not published yet, by variant, and the variants in the order of their last line.
    private readonly Dictionary<string, TurnSum> _unpublished = [];
    private readonly List<string> _published = [];
    private EventSource? _source;
    private CurrentTurn? _turn;
    private CurrentTurn? _shownTurn;
    private (long Timestamp, TimeSpan Cpu) _lastCpu = (time.GetTimestamp(), getToolCpu());
    private (long Timestamp, long Successes) _lastState;
    private long _lastPublished = time.GetTimestamp();
    private int _endedParts;
    private int _endedBursts;

    /// <summary>Publishes a source from now on, instead of the one before.</summary>
    public void Show(EventSource source)
    {
        Leave();
        var plan = source.CreatePlan(time.GetUtcNow());
        source.StartTimestamp ??= time.GetTimestamp();
        lock (_gate)
        {
            (_source, _endedParts) = (source, 0);
            _unpublished.Clear();
            Publish(source, new ResultLine { Plan = plan });
        }

        source.Progress.StageStarted += BeginTurn;
        source.Progress.StageEnded += EndPhase;
        if (source.Progress is ComparisonProgress comparison)
            comparison.TurnEnded += EndTurn;
    }

    /// <summary>
    /// Publishes the load, and what has changed without an event of the source: called every quarter of a second, on a
    /// thread that does not measure.
    /// </summary>
    public void Update()
    {
        if (Volatile.Read(ref _source) is not { } source)
            return;
        var turn = Volatile.Read(ref _turn);
        PublishEndedBursts(source, turn);
        var judged = source.Judge(turn?.Stage);
        if (source.HasShortTurns && turn is { Stage.IsMeasured: true })
        {
            Publish(source, TakeShortTurns() is { } line
                ? line with { Standings = judged?.Standings, Validity = judged?.Validity }
                : judged ?? new ResultLine());
            return;
        }

        if (judged is not null)
            Publish(source, judged);
        var toolCores = MeasureToolCores();
        if (turn is { Stage.Measurement: { IsEnding: false } measurement })
            PublishState(source, turn, measurement, toolCores);
        else if (time.GetElapsedTime(_lastPublished) >= KeepAliveInterval)
            Publish(source, new ResultLine());
    }

    /// <summary>
    /// Reads the metrics of the processes, if it is time to. None are read after the events could not be written,
    /// because each scrape takes CPU time from the processes that are measured, and none beside short turns.
    /// </summary>
    public void ReadProcesses() => _monitor.Update(
        writer.HasFailed || _source is { HasShortTurns: true } ? null : Volatile.Read(ref _turn));

    public void End(Result result, string? path)
    {
        if (_source is not { } source)
            return;
        if (result.Kind == Result.ComparisonKind)
            Publish(source, new ResultLine { Standings = Standings.Create(result) });
        Publish(source, new ResultLine { Validity = result.Validity });
        End(new ResultEnd(result.Validity.State, path, getHeadline(result)));
    }

    /// <summary>Ends what has no result: it was left before its end.</summary>
    public void End() => End(new ResultEnd(RunValidity.CutShortState, null, null));

    private void End(ResultEnd end)
    {
        if (_source is { } source)
            Publish(source, new ResultLine { End = end });
        Leave();
    }

    private void Leave()
    {
        if (_source is not { } source)
            return;
        source.Progress.StageStarted -= BeginTurn;
        source.Progress.StageEnded -= EndPhase;
        if (source.Progress is ComparisonProgress comparison)
            comparison.TurnEnded -= EndTurn;
        lock (_gate)
            (_source, _turn) = (null, null);
    }

    private void BeginTurn(ActiveStage stage)
    {
        var source = _source!;
        lock (_gate)
        {
            _turn = new CurrentTurn(stage, time.GetTimestamp(), stage.Variant, source.GetProcesses(stage));
            _endedBursts = 0;
            if (!source.HasShortTurns || (!stage.IsMeasured && time.GetElapsedTime(_lastPublished) >= Interval))
                Publish(source, new ResultLine { Turn = source.Describe(stage, _endedParts) });
        }
    }

    private void EndTurn(Turn turn, Measurement measurement)
    {
        var (source, current) = (_source!, _turn!);
        var ended = new TurnSum(current.Variant, current.Processes);
        if (source.HasShortTurns)
        {
            lock (_gate)
            {
                _unpublished.TryAdd(current.Variant, ended);
                _unpublished[current.Variant].Add(turn, measurement);
            }

            return;
        }

        var line = ended.Add(turn, measurement).CreateLine(_monitor.GetProcesses(current.Variant));
        Publish(source, line with { Turn = null });
    }

    // Takes the short turns of one variant: of that whose last line is the oldest.
    private ResultLine? TakeShortTurns()
    {
        lock (_gate)
        {
            if (_unpublished.Keys.OrderBy(_published.IndexOf).FirstOrDefault() is not { } variant)
                return null;
            _unpublished.Remove(variant, out var sum);
            _published.Remove(variant);
            _published.Add(variant);
            return sum!.CreateLine(new Dictionary<string, ProcessLoad>());
        }
    }

    private void EndPhase(StageResult phase)
    {
        var source = _source!;
        PublishEndedBursts(source, _turn);
        if (phase.Measurement.Bursts.Count == 0)
            PublishPart(source, PartResultBuilder.CreatePhase(phase));
    }

    private void PublishEndedBursts(EventSource source, CurrentTurn? turn)
    {
        lock (_gate)
        {
            if (turn is null || turn != _turn)
                return;
            foreach (var burst in turn.Stage.Measurement.Bursts.Skip(_endedBursts))
            {
                _endedBursts++;
                var part = PartResultBuilder.CreateBurst(burst, TimeSpan.Zero) with { StartS = null };
                Publish(source, new ResultLine
                {
                    Load = new LoadState(turn.Variant, part.Throughput.Rate, part.Requests, part.Errors)
                    {
                        P50Ms = part.Latency.P50,
                        P99Ms = part.Latency.P99,
                        Processes = _monitor.GetProcesses(turn.Variant),
                        Burst = burst.Progress,
                    },
                });
                PublishPart(source, part);
            }
        }
    }

    private void PublishPart(EventSource source, PartResult part)
    {
        _endedParts++;
        Publish(source, new ResultLine { Part = part });
    }

    private void PublishState(EventSource source, CurrentTurn turn, Measurement measurement, double toolCores)
    {
        if (turn != _shownTurn)
        {
            (_shownTurn, _lastState) = (turn, (turn.StartTimestamp, 0));
            _latency.Restart();
        }

        // A request rate over only a few milliseconds would be meaningless.
        var seconds = time.GetElapsedTime(_lastState.Timestamp).TotalSeconds;
        if (seconds < Interval.TotalSeconds / 2)
            return;
        var (counters, before) = (measurement.Counters, _lastState.Successes);
        var successes = counters.Successes;
        _lastState = (time.GetTimestamp(), successes);
        var (p50, p99) = _latency.GetPercentiles(counters.Latency);
        var isFailing = source.GetMaxErrorShare(turn.Stage) is { } share && counters.Errors > share * counters.Requests;
        var rate = RoundToFiveDigits(Math.Max(0, successes - before) / seconds);
        Publish(source, new ResultLine
        {
            Load = new LoadState(turn.Variant, rate, counters.Requests, counters.Errors)
            {
                P50Ms = p50,
                P99Ms = p99,
                Failures = isFailing
                    ? counters.GetFailures().ToDictionary(failure => failure.Kind, failure => failure.Count)
                    : null,
                Processes = new Dictionary<string, ProcessLoad>(_monitor.GetProcesses(turn.Variant))
                {
                    [ToolName] = new ProcessLoad { Cores = RoundToFiveDigits(toolCores) },
                },
                OtherCores = RoundToFiveDigits(_monitor.GetOtherCores(turn.Variant)),
                Down = _monitor.GetDown(turn.Processes),
                Burst = measurement.ReadBurst?.Invoke(),
            },
        });
    }

    private double MeasureToolCores()
    {
        var last = _lastCpu;
        _lastCpu = (time.GetTimestamp(), getToolCpu());
        return (_lastCpu.Cpu - last.Cpu) / time.GetElapsedTime(last.Timestamp, _lastCpu.Timestamp);
    }

    // What comes of a source after its end, from another thread, is left out.
    private void Publish(EventSource source, ResultLine line)
    {
        lock (_gate)
        {
            if (source != _source)
                return;
            _lastPublished = time.GetTimestamp();
            var elapsed = time.GetElapsedTime(source.StartTimestamp!.Value, _lastPublished);
            writer.Publish(line with { T = RoundToFiveDigits(elapsed.TotalSeconds) });
        }
    }
}

internal sealed record CurrentTurn(
    ActiveStage Stage, long StartTimestamp, string Variant, IReadOnlyList<MonitoredProcess> Processes);
