namespace Experiments.LoadTool;

/// <summary>The parts of a result that studies read: the two services, and the variants of a comparison.</summary>
internal static class MonitoredProcesses
{
    /// <summary>The name under which the load tool reports the process that receives the load.</summary>
    public const string TargetProcess = "target";

    /// <summary>The name under which studies monitor the back-end.</summary>
    public const string BackendProcess = "back-end";
    private static readonly ProcessResult NotMeasured = new();

    /// <summary>The option with which the load tool reads the metrics of the back-end, too.</summary>
    public static (string Name, string Value) MonitorBackend(Uri backend) =>
        ("--monitor", $"{BackendProcess}={backend}");

    extension(Result result)
    {
        public VariantResult SingleVariant => result.Variants.Single();

        /// <summary>The settings of the .NET runtime that the shell had; null if it had none.</summary>
        public string? RuntimeSettings => result.Provenance.FirstOrDefault(row => row[0] is "Environment")?[1];
    }

    extension(VariantResult variant)
    {
        /// <summary>Gets the resources that the target used. A value is null if it was not measured.</summary>
        public ProcessResult Target => variant.Processes.GetValueOrDefault(TargetProcess) ?? NotMeasured;
        public ProcessResult Backend => variant.Processes.GetValueOrDefault(BackendProcess) ?? NotMeasured;
    }
}
