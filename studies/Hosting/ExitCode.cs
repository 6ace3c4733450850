namespace Studies.Hosting;

/// <summary>The exit codes of this program. The first four mean the same as those of the load tool.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A process could not be started, or did not answer.</summary>
    public const int Failed = 1;

    /// <summary>The study ran to its end, and a result is not what it asks for.</summary>
    public const int NotAsExpected = 2;

    /// <summary>The load tool marked its run INVALID: the figures must not be quoted.</summary>
    public const int Invalid = 3;

    /// <summary>Three front-ends serve less than the scale-out study asks for. Nothing else is wrong.</summary>
    public const int TooSlow = 3;

    /// <summary>The command line is wrong (EX_USAGE of sysexits.h). Nothing was started.</summary>
    public const int Usage = 64;

    /// <summary>Stopped by Ctrl-C or SIGTERM.</summary>
    public const int Interrupted = 130;
}
