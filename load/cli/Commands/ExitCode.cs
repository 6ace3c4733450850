namespace TwoTier.Load.Cli.Commands;

internal static class ExitCode
{
    public const int Ok = 0;

    public const int TargetUnreachable = 1;

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

    public const int UsageError = 64;

    public const int WriteError = 74;

    public const int RunInterrupted = 130;

    public static int FromResult(Result result) => result.Validity.State switch
    {
        RunValidity.InvalidState => InvalidResult,
        RunValidity.CutShortState => RunInterrupted,
        _ => result.Thresholds.All(threshold => threshold.Passed) ? Ok : ExpectationNotMet,
    };
}
