using System.Diagnostics;

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// Measures two services in several starts: both are started, warmed up, measured in short turns and stopped, until the
/// time is over. Each start gives one ratio, so the interval covers how much processes of one build differ.
/// </summary>
internal sealed class AbMeasurement(
    ToolContext context,
    Side[] sides,
    Func<IReadOnlyList<string>, AbPart?, Scenario> read,
    CancellationToken stop)
{
    private const int MinStarts = 8;
    private const int MaxStarts = 100;

    // More starts tell more than longer ones, as long as each service is warm.
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(9);
    private static readonly TimeSpan ShortestStart = TimeSpan.FromSeconds(1);

    // A look after half of the starts makes the last intervals 2 % wider, and saves half of the time if much differs.
    private const int LookCount = 2;

    private readonly List<Result> _starts = [];
    private readonly int[] _ports = ServiceProcess.FindFreePorts(sides.Length);
    private readonly bool _isStarted = sides.All(side => side.IsStarted);
    private TimeSpan _load;
    private PlannedLooks? _looks;

    /// <summary>What became of a service that ended the measurement before its time; null if none did.</summary>
    public ServiceException? Failure { get; private set; }

    public async Task<Result> MeasureAsync(TimeSpan limit, string name)
    {
        var share = limit / (2 * MinStarts);
        _load = share > LongestStart ? LongestStart : share < ShortestStart ? ShortestStart : share;
        var started = Stopwatch.GetTimestamp();
        try
        {
            do
            {
                _starts.Add(await MeasureStartAsync());
                PrintStart(Stopwatch.GetElapsedTime(started));
                _looks ??= PlanLooks(limit / Stopwatch.GetElapsedTime(started));
            }
            while (_starts.Count < _looks.Rounds && !TellsEnough(name));
        }
        catch (ServiceException e) when (_starts.Count > 0)
        {
            Failure = e;
        }
        catch (OperationCanceledException e)
        {
            if (_starts.Count == 0)
            {
                throw new OperationCanceledException(
                    "Stopped during the first start. There is nothing to report.", e, stop);
            }

            // What was measured is reported.
            _starts[^1] = _starts[^1] with { Validity = RunValidity.FromChecks(_starts[^1].Validity.Checks, true) };
        }

        return Merge(name);
    }

    // Services that the tool did not start have one start.
    private PlannedLooks PlanLooks(double starts) => new(
        LookCount,
        _isStarted ? Math.Clamp((int)starts, MinStarts, MaxStarts) : 1,
        _starts[0].Method.FamilyLevel!.Value);

    private bool TellsEnough(string name) => _looks!.GetLook(_starts.Count) is not null
        && Merge(name).Variants[1] is var b
        && new[] { b.Ratio, b.CpuRatio }.All(ratio =>
            ratio?.Verdict is not (RatioVerdict.CannotTell or RatioVerdict.Withheld));

    private async Task<Result> MeasureStartAsync()
    {
        await using var first = Start(0);
        await using var second = Start(1);
        ServiceProcess?[] processes = [first, second];
        string[] urls = [.. sides.Zip(processes, (side, process) => side.Url ?? $"http://127.0.0.1:{process!.Port}")];
        var ready = read(urls, AbPart.CreateRounds(_load * 2 / 3));
        foreach (var (side, process) in sides.Zip(processes))
        {
            if (process is not null)
                await process.WaitUntilListeningAsync(side.Name, ready.Ab.Ready, stop);
        }

        await using var session = new LoadSession(
            context, ready.Client, new ComparisonReader(ready).ReadPlan().Profile.Concurrency, stop);
        var locals = urls.Select(url => LocalProcess.FindListener(new Uri(url))).ToArray();
        foreach (var (url, local) in urls.Zip(locals))
        {
            if (local is not null)
                session.Scraper.ReadFromSystem(url + MonitoredProcess.DefaultPath, local);
        }

        if (_starts.Count == 0)
            await new AnswerCheck(session.Sender, ready).CheckAsync(sides, stop);
        await MeasureAsync(session, read(urls, AbPart.CreateWarmup(_load / 3)));

        var counters = await Task.WhenAll(locals.Select(RuntimeCounters.AttachAsync));
        try
        {
            var before = await ReadAsync(counters);
            var result = await MeasureAsync(session, ready);
            var after = await ReadAsync(counters);
            foreach (var (side, process) in sides.Zip(processes))
            {
                if (process?.HasExited is true)
                    throw process.Fail(side.Name, $"ended with exit code {process.ExitCode} while it was measured");
            }

            return AddCounters(
                result, [.. before.Zip(after, (from, to) => from is null ? null : to?.GetIncreaseSince(from))]);
        }
        finally
        {
            foreach (var one in counters.OfType<RuntimeCounters>())
                await one.DisposeAsync();
        }
    }

    private ServiceProcess? Start(int side) =>
        sides[side] is { IsStarted: true } one ? ServiceProcess.Start(one.Command, one.Folder, _ports[side]) : null;

    private async Task<Result> MeasureAsync(LoadSession session, Scenario scenario)
    {
        var plan = new ComparisonReader(scenario).ReadPlan();
        var description = scenario.Describe(scenario.CreateRequests().CreateMix(), "ab");
        var comparison = new ComparisonMeasurement(
            session, description, plan, requests => session.CreateContext(requests, scenario.Timeout));
        if (plan.HasPilot)
            await comparison.RunPilotAsync(stop);
        var rounds = await comparison.RunRoundsAsync(stop);
        return await comparison.CompleteAsync(rounds, stop);
    }

    private async Task<ProcessMetrics?[]> ReadAsync(RuntimeCounters?[] counters) => await Task.WhenAll(
        counters.Select(async one => one is null ? null : await one.ReadAsync(context.Time, stop)));

    // The counters are known for a start, not for a turn.
    private static Result AddCounters(Result result, ProcessMetrics?[] increases) => result with
    {
        // The operating system counts no requests.
        Validity = RunValidity.FromChecks(
            [.. result.Validity.Checks.Where(check => check.Id != ResourceChecks.ServerCountId)],
            result.Validity.CutShort),
        Starts =
        [
            .. result.Starts.Zip(increases, (start, used) => start with { AllocatedBytes = used?.AllocatedBytes }),
        ],
        Variants =
        [
            .. result.Variants.Zip(increases, (variant, used) =>
            {
                if (used is null || !variant.Processes.TryGetValue(MonitoredProcess.Target, out var target))
                    return variant;
                var processes = variant.Processes.ToDictionary();
                processes[MonitoredProcess.Target] = target! with
                {
                    AllocKb = SignificantDigits.RoundToFiveDigits(used.AllocatedBytes / variant.Requests / 1000),
                    GcPauseMsPerS = SignificantDigits.RoundToFiveDigits(used.GcPauseSeconds * 1000 / variant.MeasuredS),
                    Exceptions = SignificantDigits.RoundToFiveDigits(used.Exceptions / variant.Requests),
                    PoolThreads = used.ThreadPoolThreads,
                    PoolQueue = used.ThreadPoolQueueLength,
                };
                return variant with { Processes = processes };
            }),
        ],
    };

    private Result Merge(string name)
    {
        var result = _starts is [var only] ? only : RunMerger.Create(
            [.. _starts.Select((start, i) => new ResultFile($"start {i + 1}", start))], name, _looks);
        return result with
        {
            Variants =
            [
                .. result.Variants.Select(variant => variant with
                {
                    Summary = sides.Single(side => side.Name == variant.Name).Text,
                }),
            ],
        };
    }

    private void PrintStart(TimeSpan elapsed)
    {
        var b = _starts[^1].Variants[1];
        context.Screen.PrintLine($"  start {_starts.Count,-4} {Format("throughput", b.Ratio)}  "
            + $"{Format("CPU", b.CpuRatio)}  {elapsed:m\\:ss}");
    }

    private static string Format(string metric, RatioResult? ratio) =>
        ratio is null ? "" : $"{metric} B/A {SignificantDigits.FormatRatio(ratio.Value)}";
}

/// <summary>A part of a start: turns of both services, as options of a comparison.</summary>
internal sealed record AbPart(IReadOnlyDictionary<string, string> Options)
{
    private const double Turn = 0.1;

    /// <summary>Creates the turns that are not counted, after a longer one of each service.</summary>
    public static AbPart CreateWarmup(TimeSpan length) => Create(length, "0.5s");

    public static AbPart CreateRounds(TimeSpan length) => Create(length, "0s");

    private static AbPart Create(TimeSpan length, string warmup) => new(new Dictionary<string, string>
    {
        ["rounds"] = $"{Math.Max(2, (int)(length.TotalSeconds / Turn / 2))}",
        ["slice"] = FormattableString.Invariant($"{Turn}s"),
        ["slice-warmup"] = "0s",
        ["warmup"] = warmup,
    });
}
