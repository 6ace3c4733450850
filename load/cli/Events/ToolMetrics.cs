namespace TwoTier.Load.Cli.Events;

/// <summary>
/// The metrics of the load tool in the Prometheus text format 0.0.4: which load is sent, and the results of
/// the last trials of a comparison. Prometheus itself could not measure a variant, because a trial can be shorter than
/// the time between two scrapes.
/// </summary>
internal sealed class ToolMetrics(
    string scenario,
    RunProgress progress,
    Func<TimeSpan> getToolCpu,
    ExperimentPlan? plan = null)
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";
    private const double MillisecondsPerSecond = 1000;
    private const double BytesPerKilobyte = 1000;
    private readonly Lock _gate = new();
    private TaskCompletionSource _nextScrape = new();

    /// <summary>
    /// True if the results of a comparison have been read at least once, so that somebody probably wants the last ones.
    /// </summary>
    public bool HasReader { get; private set; }

    public async Task WaitForScrapeAsync(TimeSpan limit, TimeProvider time, CancellationToken stop)
    {
        var scrape = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
            _nextScrape = scrape;
        await Task.WhenAny(scrape.Task, Task.Delay(limit, time, stop));
    }

    public string Format()
    {
        TaskCompletionSource scrape;
        lock (_gate)
            (scrape, HasReader) = (_nextScrape, plan is not null);
        var text = new StringBuilder();
        if (progress.Stages is [var stage, ..] stages)
        {
            Add(
                text,
                "load_stage",
                "Always 1. The labels name scenario, variant and phase.",
                stages.Select(one => ((double?)1, Label(("variant", one.Variant), ("phase", one.Name)))));
            Add(
                text,
                "load_round",
                "Current round of the comparison, or 0 before the first round.",
                [(stage.Round, "")]);
        }

        var (successes, errors) = progress.GetRequestCounts();
        Add(
            text,
            "load_requests_total",
            "Requests that have ended, warm-ups included.",
            [(successes, "{outcome=\"success\"}"), (errors, "{outcome=\"error\"}")]);
        Add(
            text,
            "load_cpu_seconds_total",
            "CPU time that the load tool has used.",
            [(getToolCpu().TotalSeconds, "")]);
        if (plan is not null)
            AddComparison(text, plan, ((ComparisonProgress)progress).Trials);
        scrape.TrySetResult();
        return text.ToString();
    }

    private void AddComparison(StringBuilder text, ExperimentPlan plan, IReadOnlyCollection<Trial> ended)
    {
        var trials = ended.GroupBy(trial => trial.VariantIndex)
            .Where(trials => trials.Key != plan.BaselineReplicateIndex)
            .OrderBy(trials => trials.Key)
            .Select(trials => (Variant: plan.MeasuredVariants[trials.Key], Last: trials.Last()))
            .ToArray();
        Add(
            text,
            "load_trial_goodput",
            "Successful responses per second in the last trial of the variant.",
            trials.Select(one => ((double?)one.Last.Goodput, Label(("variant", one.Variant.Name)))));
        AddOfProcess(
            "load_trial_cpu_seconds_per_request",
            "CPU time of the process per response, in the last trial of the variant.",
            result => result.CpuMs / MillisecondsPerSecond);
        AddOfProcess(
            "load_trial_allocated_bytes_per_request",
            "Bytes that the process allocated per response, in the last trial of the variant.",
            result => result.AllocKb * BytesPerKilobyte);

        void AddOfProcess(string name, string help, Func<ProcessResult, double?> getValue) => Add(
            text,
            name,
            help,
            trials.SelectMany(one => one.Variant.Processes.Select(process => (
                ProcessResult.Create([one.Last], process.Name) is { } result ? getValue(result) : null,
                Label(("variant", one.Variant.Name), ("process", process.Name))))));
    }

    // A metric without samples is left out.
    private static void Add(
        StringBuilder text, string name, string help, IEnumerable<(double? Value, string Labels)> samples)
    {
        var known = samples.Where(sample => sample.Value is not null).ToArray();
        if (known.Length == 0)
            return;
        var type = name.EndsWith("_total", StringComparison.Ordinal) ? "counter" : "gauge";
        text.Append($"# HELP {name} {help}\n# TYPE {name} {type}\n");
        foreach (var (value, labels) in known)
            text.Append(CultureInfo.InvariantCulture, $"{name}{labels} {value}\n");
    }

    private string Label(params (string Name, string Value)[] more) =>
        $"{{{string.Join(',', more.Prepend(("scenario", scenario)).Select(one => $"{one.Item1}=\"{Escape(one.Item2)}\""))}}}";

    private static string Escape(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);
}
