using TwoTier.Load.Services;

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

    /// <summary>Names the code and what it means for a result; null for 0.</summary>
    public static string? Explain(int code, Result result) => code switch
    {
        Ok => null,
        TargetUnreachable => "1: the target gave no response",
        ExpectationNotMet when ThresholdResult.DescribeFailures(result.Thresholds).ToArray() is [_, ..] failures =>
            $"2: {string.Join("; ", failures)}",
        ExpectationNotMet => "2: B is worse than A, by more than --margin",
        InvalidResult => "3: the result is INVALID",
        ServiceFailed => "4: a service ended, or did not start",
        WriteError => "74: a file could not be written",
        RunInterrupted => "130: ended before everything was measured",
        _ => $"{code}",
    };
}
