namespace EndToEnd.Tests;

/// <summary>
/// Tests of scripts that find small programs in their folder in place of those that they call, such as Docker.
/// </summary>
public abstract class ScriptFolderTests : FolderTests
{
    protected ScriptFolderTests() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for a Unix shell.");

    protected string AddProgram(string name, string script)
    {
        var path = Write(name, $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return path;
    }

    private protected Task<ProgramOutput> RunAsync(
        string folder, (string Name, string Value)[] variables, string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments) { WorkingDirectory = folder };
        start.Environment["PATH"] = $"{Folder}:{start.Environment["PATH"]}";
        foreach (var setting in (string[])["GRAFANA_PASSWORD", "BUILT"])
            start.Environment.Remove(setting);
        foreach (var (name, value) in variables)
            start.Environment[name] = value;
        return ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);
    }
}
