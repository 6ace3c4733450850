using System.Diagnostics;

namespace EndToEnd.Tests;

/// <summary>
/// Tests scripts of the repository with small programs in place of those that the scripts call, such as Docker.
/// </summary>
[Slow]
public sealed class ScriptTests : IDisposable
{
    private readonly DirectoryInfo _programs = Directory.CreateTempSubdirectory();

    public ScriptTests() => Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for a Unix shell.");

    public void Dispose() => _programs.Delete(recursive: true);

    [Theory]
    [InlineData("", false)]
    [InlineData("another", true)]
    public async Task MakeStack_PasswordOfGrafana_IsDeployedUnlessItIsThatOfTheRepository(
        string password, bool isDeployed)
    {
        var deployed = Path.Combine(_programs.FullName, "deployed");
        var given = File.ReadLines(Path.Combine(Repository.Root, ".env"))
            .Single(line => line.StartsWith("GRAFANA_PASSWORD=", StringComparison.Ordinal)).Split('=')[1];
        await AddProgramAsync("docker", $$"""
            case "$*" in
              "compose config") echo "      GF_SECURITY_ADMIN_PASSWORD: ${GRAFANA_PASSWORD:-{{given}}}" ;;
              *) cat > '{{deployed}}' ;;
            esac
            """);
        string[] setting = password is "" ? [] : [$"GRAFANA_PASSWORD={password}"];

        var (exitCode, output) = await RunAsync("make", ["--no-print-directory", "stack", .. setting]);

        (exitCode is 0).ShouldBe(isDeployed, output);
        File.Exists(deployed).ShouldBe(isDeployed);
        if (isDeployed)
            (await File.ReadAllTextAsync(deployed, TestContext.Current.CancellationToken)).ShouldContain(password);
        else
            output.ShouldContain("Set a password: make stack GRAFANA_PASSWORD=");
    }

    [Fact]
    public async Task MakeDemo_Variables_AreTheOptionsOfTheDemo()
    {
        await AddProgramAsync("dotnet", "echo \"$*\"");

        var (exitCode, output) = await RunAsync("make", ["--no-print-directory", "demo", "SET=payloads", "ROUNDS=2", "LIVE=1", "ARGS=-c 5"]);

        exitCode.ShouldBe(0, output);
        output.TrimEnd().ShouldEndWith("-- demo --set payloads --rounds 2 --serve -c 5");
    }

    [Theory]
    [InlineData("", "   > Bad.Package 1.0.0 High", "? NuGet: could not be audited", 0)]
    [InlineData("   > Newtonsoft.Json 12.0.1 High", "", "✓ NuGet: no known vulnerability", 0)]
    [InlineData("   > Newtonsoft.Json 12.0.1 High", "   > Bad.Package 1.0.0 High", "✗ NuGet: vulnerable packages", 1)]
    public async Task Audit_SourceKnowsVulnerablePackagesOrNot_SaysNoneOnlyIfTheControlPackageIsFound(
        string ofControl, string ofSolution, string expected, int exitCode)
    {
        await AddProgramAsync("dotnet", $$"""
            case "$*" in
              *Testbed.slnx*) echo '{{ofSolution}}' ;;
              list*) echo '{{ofControl}}' ;;
            esac
            """);
        await AddProgramAsync("npm", "exit 1");

        var audit = await RunAsync(".ci/audit");

        audit.Output.ShouldContain($"  {expected}");
        audit.Output.Split("NuGet: ").Length.ShouldBe(2, audit.Output);
        audit.Output.ShouldContain("load/web: could not be audited");
        audit.ExitCode.ShouldBe(exitCode, audit.Output);
    }

    private async Task AddProgramAsync(string name, string script)
    {
        var path = Path.Combine(_programs.FullName, name);
        await File.WriteAllTextAsync(path, $"#!/bin/sh\n{script}\n", TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private async Task<(int ExitCode, string Output)> RunAsync(string command, params string[] arguments)
    {
        var path = command.Contains('/') ? Path.Combine(Repository.Root, command) : command;
        var start = new ProcessStartInfo(path, arguments)
        {
            WorkingDirectory = Repository.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["PATH"] = $"{_programs.FullName}:{start.Environment["PATH"]}";
        start.Environment.Remove("GRAFANA_PASSWORD");
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken) + await errors;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output);
    }
}
