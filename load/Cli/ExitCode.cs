namespace Load.Cli;

/// <summary>What the process returns.</summary>
internal static class ExitCode
{
    public const int Ok = 0;

    /// <summary>The target could not be reached, or answered the probe with another status than it should.</summary>
    public const int Unreachable = 1;

    /// <summary>A reply was not what was asked for, or a threshold (<c>--pass</c>) does not hold.</summary>
    public const int NotAsExpected = 2;

    /// <summary>The run measured itself or a fault rather than the target: its figures must not be quoted.</summary>
    public const int Invalid = 3;

    /// <summary>The command line is wrong (EX_USAGE of sysexits.h). Nothing was sent.</summary>
    public const int Usage = 64;

    /// <summary>A result could not be written (EX_IOERR of sysexits.h), such as to a full disk.</summary>
    public const int CannotWrite = 74;

    /// <summary>Stopped by Ctrl-C; what was measured was kept.</summary>
    public const int CutShort = 130;
}
