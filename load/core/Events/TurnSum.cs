namespace TwoTier.Load.Events;

/// <summary>Adds up turns of a variant that have ended and are published together.</summary>
internal sealed class TurnSum(ActiveStage stage)
{
    private readonly RequestCounters _counters = new();
    private readonly double?[] _cpu = [.. stage.Processes.Select(_ => (double?)0)];
    private double _toolCpu;
    private double _busy;
    private double _elapsed;
    private Turn? _last;

    public string Variant => stage.Variant;

    public void Add(Turn turn, Measurement measurement)
    {
        _counters.Add(measurement.Counters);
        for (var i = 0; i < _cpu.Length; i++)
            _cpu[i] += turn.CpuSeconds[i];
        (_toolCpu, _busy, _elapsed) =
            (_toolCpu + turn.ToolCpuSeconds, _busy + turn.BusySeconds, _elapsed + turn.ElapsedSeconds);
        _last = turn;
    }

    /// <summary>Creates the line of the turns, with levels that were read in them, if there are any.</summary>
    public ResultLine CreateLine(IReadOnlyDictionary<string, ProcessLoad> levels)
    {
        var (p50, p99) = (
            LatencyResult.GetPercentile(_counters.Latency, 0.5), LatencyResult.GetPercentile(_counters.Latency, 0.99));
        var loads = stage.Processes.Index().ToDictionary(
            process => process.Item.Name,
            process => (levels.GetValueOrDefault(process.Item.Name) ?? new ProcessLoad()) with
            {
                Cores = RoundToFiveDigits(_cpu[process.Index] / _elapsed),
            });
        loads[EventPublisher.ToolName] = new ProcessLoad { Cores = RoundToFiveDigits(_toolCpu / _elapsed) };
        var rate = RoundToFiveDigits(_busy > 0 ? _counters.Successes / _busy : 0);
        return new ResultLine
        {
            Turn = new TurnStart(Variant, true, _last!.Round, null),
            Load = new LoadState(Variant, rate, _counters.Requests, _counters.Errors)
            {
                P50Ms = p50,
                P99Ms = p99,
                Processes = loads,
            },
            Sample = new TurnEnd(Variant, _last.Round, _counters.Requests, _counters.Successes, _busy, p50, p99),
        };
    }
}
