using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend.Resilience;

/// <summary>The bounds of <c>resilience=standard</c>. Section <c>Resilience</c>.</summary>
internal sealed class ResilienceOptions
{
    public const string Section = "Resilience";

    /// <value>For a read with all its tries. 100 ms to 10 min, default 30 s.</value>
    [Range(typeof(TimeSpan), "00:00:00.100", "00:10:00",
        ErrorMessage = "Set Resilience:TotalTimeout between 00:00:00.100 and 00:10:00.")]
    public TimeSpan TotalTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <value>For one try. Cooperative, so it does not end a WebClient call. 10 ms to 10 min, default 5 s.</value>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00",
        ErrorMessage = "Set Resilience:AttemptTimeout between 00:00:00.010 and 00:10:00.")]
    public TimeSpan AttemptTimeout { get; set; } = TimeSpan.FromSeconds(5);

    /// <value>Tries after the first. 1 to 10, default 3.</value>
    [Range(1, 10, ErrorMessage = "Set Resilience:Retries between 1 and 10.")]
    public int Retries { get; set; } = 3;

    /// <value>Before the first retry; the later ones double it, with jitter. 0 to 1 min, default 200 ms.</value>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00",
        ErrorMessage = "Set Resilience:RetryDelay between 00:00:00 and 00:01:00.")]
    public TimeSpan RetryDelay { get; set; } = TimeSpan.FromMilliseconds(200);

    /// <value>Share of failed tries that opens the circuit. 0.01 to 1, default 0.1.</value>
    [Range(0.01, 1, ErrorMessage = "Set Resilience:FailureRatio between 0.01 and 1.")]
    public double FailureRatio { get; set; } = 0.1;

    /// <value>Tries within the sampling time before the share counts. 2 to 1,000,000, default 100.</value>
    [Range(2, 1_000_000, ErrorMessage = "Set Resilience:MinimumThroughput between 2 and 1000000.")]
    public int MinimumThroughput { get; set; } = 100;

    /// <value>The time over which the share is taken. 500 ms to 1 h, default 30 s.</value>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00",
        ErrorMessage = "Set Resilience:SamplingDuration between 00:00:00.500 and 01:00:00.")]
    public TimeSpan SamplingDuration { get; set; } = TimeSpan.FromSeconds(30);

    /// <value>How long an open circuit stays open. 500 ms to 1 h, default 5 s.</value>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00",
        ErrorMessage = "Set Resilience:BreakDuration between 00:00:00.500 and 01:00:00.")]
    public TimeSpan BreakDuration { get; set; } = TimeSpan.FromSeconds(5);
}
