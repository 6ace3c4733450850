namespace Studies.Hosting;

/// <summary>Restricts programs to one CPU core, with the Linux command taskset.</summary>
internal static class CpuAffinity
{
    /// <summary>Pins a program. taskset replaces itself with it, so the id of the process stays the same.</summary>
    public static ProcessStartInfo PinToCore(ProcessStartInfo program, int core) => OperatingSystem.IsLinux()
        ? ProcessRunner.Wrap(program, "taskset", "-c", $"{core}")
        : throw new StudyException("A program can be restricted to a CPU core on Linux only.");
}
