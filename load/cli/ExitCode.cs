namespace TwoTier.Load.Cli;

internal static class ExitCode
{
    public const int Ok = 0;
    public const int TargetUnreachable = 1;
    public const int ExpectationNotMet = 2;
    public const int InvalidResult = 3;
    public const int ServiceFailed = 4;
    public const int UsageError = 64;
    public const int WriteError = 74;
    public const int RunInterrupted = 130;

    public static int FromResult(Result result) => result.Validity.State switch
    {
        RunValidity.InvalidState => InvalidResult,
        RunValidity.CutShortState => RunInterrupted,
        _ => result.Thresholds.Any(threshold => threshold.Passed is false) ? ExpectationNotMet : Ok,
    };

    public static int FromFailure(TargetUnreachableException failure) =>
        failure is ServiceException ? ServiceFailed : TargetUnreachable;
}
