namespace Studies.LoadTool;

/// <summary>The parts of a result that studies read: the two services, and the variants of a comparison.</summary>
internal static class MonitoredProcesses
{
    /// <summary>The name under which the load tool reports the process that receives the load.</summary>
    public const string TargetProcess = "target";

    /// <summary>The name under which studies monitor the back-end.</summary>
    public const string BackendProcess = "back-end";
    private static readonly ProcessResult NotMeasured = new(null, null, null, null, null, null, null);

    /// <summary>The option with which the load tool reads the metrics of the back-end, too.</summary>
    public static (string Name, string Value) MonitorBackend(Uri backend) =>
        ("--monitor", $"{BackendProcess}={backend}");

    /// <summary>Adds up the values of the series of a metric whose labels begin with texts such as le="0.05".</summary>
    public static double Total(this PrometheusSamples samples, string name, params IEnumerable<string> labels) =>
        samples.GetSeries(name)
            .Where(series => labels.All(label => label.Split('=')[0] is var key
                && $"{key}=\"{series.Labels[key]}\"".StartsWith(label, StringComparison.Ordinal)))
            .Sum(series => series.Value);

    extension(Result result)
    {
        public VariantResult SingleVariant => result.Variants.Single();

        /// <summary>The settings of the .NET runtime that the shell had; null if it had none.</summary>
        public string? RuntimeSettings => result.Provenance.FirstOrDefault(row => row[0] is "Environment")?[1];

        public VariantResult OtherVariant => result.Variants.Single(variant => variant.Name != result.Baseline);
    }

    extension(VariantResult variant)
    {
        /// <summary>Gets the resources that the target used. A value is null if it was not measured.</summary>
        public ProcessResult Target => variant.Processes.GetValueOrDefault(TargetProcess) ?? NotMeasured;
        public ProcessResult Backend => variant.Processes.GetValueOrDefault(BackendProcess) ?? NotMeasured;

        /// <summary>Gets the number of requests by outcome, which is a status code or a transport error.</summary>
        public IEnumerable<KeyValuePair<string, long>> Outcomes => variant.Statuses.Concat(variant.TransportErrors);
    }

    extension(RunValidity validity)
    {
        public bool HasPassed(string check) =>
            validity.Checks.Any(one => one.Id == check && one.State is CheckState.Pass);
    }
}
