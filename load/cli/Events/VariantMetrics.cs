namespace TwoTier.Load.Cli.Events;

/// <summary>
/// The results of a comparison so far, as metrics. They are the figures of the report, so a dashboard that shows them
/// agrees with the report for any length of the trials. Prometheus itself could not measure a variant, because a trial
/// can be shorter than the time between two scrapes.
/// </summary>
internal sealed class VariantMetrics(
    string scenario, ExperimentPlan plan, ComparisonProgress progress, DateTimeOffset started)
{
    private const double MillisecondsPerSecond = 1000;
    private const double BytesPerKilobyte = 1000;

    public void AddTo(PrometheusText text)
    {
        text.Add(
            "load_comparison_start_time_seconds",
            "gauge",
            "Unix time at which the comparison started.",
            (started.ToUnixTimeMilliseconds() / MillisecondsPerSecond, [("scenario", scenario)]));
        var trials = progress.Trials.GroupBy(trial => trial.VariantIndex)
            .Where(trials => trials.Key != plan.BaselineReplicateIndex)
            .OrderBy(trials => trials.Key)
            .Select(trials => (Variant: plan.MeasuredVariants[trials.Key], Trials: trials.ToArray()))
            .ToArray();
        AddGauge("load_variant_trials", "Trials of the variant that have ended.", trials => trials.Length);
        AddGauge(
            "load_variant_goodput",
            "Successful responses per second: median of the trials so far.",
            trials => Median.Calculate(trials.Select(trial => trial.Goodput)));
        AddGauge(
            "load_trial_goodput",
            "Successful responses per second in the last trial of the variant.",
            trials => trials[^1].Goodput);
        AddProcessGauge(
            "load_variant_cpu_seconds_per_request",
            "CPU time of the process per response, over the trials so far.",
            (trials, process) => ProcessCost.Calculate(trials, process)?.CpuMs / MillisecondsPerSecond);
        AddProcessGauge(
            "load_trial_cpu_seconds_per_request",
            "CPU time of the process per response, in the last trial of the variant.",
            (trials, process) => ProcessCost.Calculate([trials[^1]], process)?.CpuMs / MillisecondsPerSecond);
        AddProcessGauge(
            "load_variant_allocated_bytes_per_request",
            "Bytes that the process allocated per response, over the trials so far.",
            (trials, process) => ProcessCost.Calculate(trials, process)?.AllocKb * BytesPerKilobyte);
        AddProcessGauge(
            "load_trial_allocated_bytes_per_request",
            "Bytes that the process allocated per response, in the last trial of the variant.",
            (trials, process) => ProcessCost.Calculate([trials[^1]], process)?.AllocKb * BytesPerKilobyte);

        void AddGauge(string name, string help, Func<Trial[], double?> getValue) => text.Add(
            name,
            "gauge",
            help,
            trials.Select(one => (getValue(one.Trials), CreateLabels(one.Variant))));

        void AddProcessGauge(string name, string help, Func<Trial[], string, double?> getValue) => text.Add(
            name,
            "gauge",
            help,
            trials.SelectMany(one => one.Variant.Processes.Select(process =>
                (getValue(one.Trials, process.Name), CreateLabels(one.Variant, ("process", process.Name))))));
    }

    private (string, string)[] CreateLabels(Variant variant, params (string, string)[] more) =>
        [("scenario", scenario), ("variant", variant.Name), .. more];
}
