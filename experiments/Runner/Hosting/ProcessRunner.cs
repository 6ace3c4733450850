using System.Runtime.InteropServices;
using TwoTier.Load.Target;

namespace Experiments.Hosting;

/// <summary>Starts and stops every child process of this program.</summary>
internal static partial class ProcessRunner
{
    private const int TerminateSignal = 15;

    /// <summary>Creates the command line of a program that becomes another one, with its variables.</summary>
    public static ProcessStartInfo Wrap(ProcessStartInfo program, string wrapper, params IEnumerable<string> arguments)
    {
        var wrapped = new ProcessStartInfo(wrapper, [.. arguments, program.FileName, .. program.ArgumentList]);
        wrapped.Environment.Clear();
        return wrapped.SetVariables(program.Environment!);
    }

    public static ProcessStartInfo SetVariables(
        this ProcessStartInfo program, IEnumerable<KeyValuePair<string, string>>? variables)
    {
        foreach (var (name, value) in variables ?? [])
            program.Environment[name] = value;
        return program;
    }

    /// <summary>Restricts this process, with all its threads, to a core. Programs that it starts inherit that.</summary>
    public static async Task PinThisProcessAsync(int core, CancellationToken stop)
    {
        var pinned = await CaptureAsync(new("taskset", ["-a", "-c", "-p", $"{core}", $"{Environment.ProcessId}"]), stop);
        if (pinned.ExitCode is not 0)
            throw new StudyException($"The load cannot be restricted to a CPU core: {pinned.All}");
    }

    /// <summary>Runs a program until it exits, and captures its output instead of showing it.</summary>
    public static async Task<ProgramOutput> CaptureAsync(ProcessStartInfo program, CancellationToken stop)
    {
        program.RedirectStandardOutput = program.RedirectStandardError = true;
        using var process = Process.Start(program)!;
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        var exitCode = await WaitForExitAsync(process, stop);
        stop.ThrowIfCancellationRequested();
        return new ProgramOutput(exitCode, await output, await errors);
    }

    /// <summary>Waits until a process has exited, and asks it to when the user stops.</summary>
    public static async Task<int> WaitForExitAsync(Process process, CancellationToken stop)
    {
        await using var stopping = stop.Register(() => TryTerminate(process));
        await process.WaitForExitAsync(CancellationToken.None);
        return process.ExitCode;
    }

    /// <summary>Kills a process and its children, if it has not exited.</summary>
    public static async Task KillAsync(Process process)
    {
        if (!process.HasExited)
            process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
    }

    /// <summary>Sends SIGTERM to a process, which asks it to finish its work and exit.</summary>
    /// <returns>Whether the signal was sent. Always false on Windows, which has no SIGTERM.</returns>
    public static bool TryTerminate(Process process) =>
        !OperatingSystem.IsWindows() && Kill(process.Id, TerminateSignal) is 0;

    /// <summary>Reads the resident megabytes of a process without mapped files; null if they are not known.</summary>
    public static double? ReadMemoryMb(Process process) => ProcessTree.ReadMemory("/proc", process.Id)
        .Where(size => size.Name is "RssAnon" or "RssShmem")
        .Sum(size => size.Bytes) is > 0 and var bytes ? bytes / 1e6 : null;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int pid, int signal);
}

internal sealed record ProgramOutput(int ExitCode, string Output, string Errors)
{
    public string All => Output + Errors;
}
