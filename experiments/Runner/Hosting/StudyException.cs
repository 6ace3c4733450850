using System.ComponentModel;
using TwoTier.Load.Diagnostics;

namespace Experiments.Hosting;

/// <summary>A study cannot continue. The user sees the message, without a stack trace.</summary>
internal sealed class StudyException(string message) : Exception(message)
{
    /// <summary>Whether processes, files or responses caused an exception, and not a bug of this program.</summary>
    public static bool IsExpected(Exception failure) =>
        failure is StudyException or UserErrorException or TargetUnreachableException or TimeoutException
            or HttpRequestException or IOException or JsonException or Win32Exception;
}

/// <summary>The exit codes of this program. The codes 0 to 3 mean the same as those of the load tool.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A process could not be started, or did not answer.</summary>
    public const int Failed = 1;

    /// <summary>The study ran to its end, and a result is not as the study requires.</summary>
    public const int ExpectationNotMet = 2;

    /// <summary>A measurement is INVALID: the measured values must not be quoted.</summary>
    public const int Invalid = 3;

    /// <summary>The command line is wrong, and nothing was started (EX_USAGE of sysexits.h).</summary>
    public const int UsageError = 64;

    /// <summary>The user stopped the study with Ctrl-C or SIGTERM.</summary>
    public const int Interrupted = 130;

    public static int Of(Result result) => result.Validity.State switch
    {
        RunValidity.InvalidState => Invalid,
        RunValidity.CutShortState => Interrupted,
        _ => result.Thresholds.Any(threshold => threshold.Passed is false) ? ExpectationNotMet : Success,
    };
}
