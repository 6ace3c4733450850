namespace Experiments.LoadTool;

/// <summary>The two services as a result names them.</summary>
internal static class MonitoredProcesses
{
    /// <summary>The name under which the load tool reports the process that receives the load.</summary>
    public const string TargetProcess = "target";

    /// <summary>The name under which studies monitor the back-end.</summary>
    public const string BackendProcess = "back-end";

    /// <summary>
    /// Keys for what only the services of this repository tell, of the process that receives the load. A scenario names
    /// its own.
    /// </summary>
    public static readonly IReadOnlyList<(string Name, string Value)> Metrics =
    [
        ("metric", "anonymous-memory=process_memory_anonymous_bytes"), ("metric", "time-wait=tcp_time_wait_sockets"), ("monitor", TargetProcess),
    ];

    private static readonly ProcessResult NotMeasured = new();

    extension(VariantResult variant)
    {
        /// <summary>Gets the resources that the target used. A value is null if it was not measured.</summary>
        public ProcessResult Target => variant.Processes.GetValueOrDefault(TargetProcess) ?? NotMeasured;
        public ProcessResult Backend => variant.Processes.GetValueOrDefault(BackendProcess) ?? NotMeasured;
    }
}
