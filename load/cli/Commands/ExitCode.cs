namespace TwoTier.Load.Cli.Commands;

/// <summary>The exit codes of the load tool.</summary>
internal static class ExitCode
{
    public const int Ok = 0;

    /// <summary>The exit code if the target does not respond, or if the first requests to a variant fail.</summary>
    public const int TargetUnreachable = 1;

    /// <summary>The exit code if a response was not as expected, or a threshold (<c>--pass</c>) not met.</summary>
    public const int ExpectationNotMet = 2;

    /// <summary>
    /// The exit code if the result is INVALID: the load tool or an error influenced the measured values, which must not
    /// be quoted.
    /// </summary>
    public const int InvalidResult = 3;

    /// <summary>
    /// The exit code if a service of <c>load ab</c> could not be built or started, answered wrongly, or ended.
    /// </summary>
    public const int ServiceFailed = 4;

    /// <summary>
    /// The exit code if the command line or the scenario is wrong and no request was sent (EX_USAGE of sysexits.h).
    /// </summary>
    public const int UsageError = 64;

    /// <summary>
    /// The exit code if a file could not be written, for example because the disk is full (EX_IOERR of sysexits.h).
    /// </summary>
    public const int WriteError = 74;

    /// <summary>
    /// The exit code if the run was stopped by Ctrl-C. The values that were measured before the stop are reported.
    /// </summary>
    public const int RunInterrupted = 130;

    public static int FromResult(Result result) => result.Validity.State switch
    {
        RunValidity.InvalidState => InvalidResult,
        RunValidity.CutShortState => RunInterrupted,
        _ => result.Thresholds.All(threshold => threshold.Passed) ? Ok : ExpectationNotMet,
    };
}
