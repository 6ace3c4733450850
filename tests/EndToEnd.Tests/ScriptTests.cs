namespace EndToEnd.Tests;

/// <summary>Tests scripts with small programs in place of those that the scripts call, such as Docker.</summary>
[Slow]
public sealed class ScriptTests : FolderTests
{
    private const string Vulnerable = "   > Newtonsoft.Json 12.0.1 High";

    public ScriptTests() => Assert.SkipWhen(OperatingSystem.IsWindows(), "The scripts are for a Unix shell.");

    [Theory]
    [InlineData("", false)]
    [InlineData("another", true)]
    public async Task MakeStack_PasswordOfGrafana_IsDeployedUnlessItIsThatOfTheRepository(
        string password, bool isDeployed)
    {
        var given = File.ReadLines(ProgramLocator.GetPath(".env"))
            .Single(line => line.StartsWith("GRAFANA_PASSWORD=", StringComparison.Ordinal)).Split('=')[1];
        AddProgram("docker", $$"""
            case "$*" in
              "compose config") echo "      GF_SECURITY_ADMIN_PASSWORD: ${GRAFANA_PASSWORD:-{{given}}}" ;;
              *) echo deployed; cat ;;
            esac
            """);
        string[] setting = password is "" ? [] : [$"GRAFANA_PASSWORD={password}"];

        var stack = await RunAsync("make", ["--no-print-directory", "stack", .. setting]);

        (stack.ExitCode is 0).ShouldBe(isDeployed, stack.All);
        stack.All.Contains("deployed", StringComparison.Ordinal).ShouldBe(isDeployed);
        stack.All.ShouldContain(isDeployed ? password : "Set a password: make stack GRAFANA_PASSWORD=");
    }

    [Fact]
    public async Task MakeUp_TlsWithTheLoadBalancer_SaysWhyNotAndStartsNothing()
    {
        AddProgram("docker", "echo \"$*\"");

        var up = await RunAsync("make", "--no-print-directory", "up", "TLS=1", "COMPOSE_PROFILES=scale");

        up.ExitCode.ShouldNotBe(0, up.All);
        up.All.ShouldContain("The load balancer speaks no TLS.");
        up.All.ShouldNotContain("--detach");
    }

    [Fact]
    public async Task MakeDemo_Variables_AreTheOptionsOfTheDemo()
    {
        AddProgram("dotnet", "echo \"$*\"");

        var demo = await RunAsync(
            "make", "--no-print-directory", "demo", "SET=libraries", "ROUNDS=2", "LIVE=1", "ARGS=-c 5");

        demo.All.TrimEnd().ShouldEndWith("-- demo --set libraries --rounds 2 --live -c 5");
    }

    [Theory]
    [InlineData("", "   > Bad.Package 1.0.0 High", "? NuGet: could not be audited", 0)]
    [InlineData(Vulnerable, "", "✓ NuGet: no known vulnerability", 0)]
    [InlineData(Vulnerable, "   > Bad.Package 1.0.0 High", "✗ NuGet: vulnerable packages", 1)]
    public async Task Audit_SourceKnowsVulnerablePackagesOrNot_SaysNoneOnlyIfTheControlPackageIsFound(
        string ofControl, string ofSolution, string expected, int exitCode)
    {
        AddProgram("dotnet", $$"""
            case "$*" in
              *Testbed.slnx*) echo '{{ofSolution}}' ;;
              list*) echo '{{ofControl}}' ;;
            esac
            """);
        AddProgram("npm", "exit 1");

        var audit = await RunAsync(ProgramLocator.GetPath("deploy", "automation", "audit.sh"));

        audit.All.ShouldContain($"  {expected}");
        audit.All.ShouldContain("  ? web: could not be audited");
        audit.ExitCode.ShouldBe(exitCode, audit.All);
    }

    private void AddProgram(string name, string script)
    {
        var path = Write(name, $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    private Task<ProgramOutput> RunAsync(string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments) { WorkingDirectory = Repository.Root };
        start.Environment["PATH"] = $"{Folder}:{start.Environment["PATH"]}";
        start.Environment.Remove("GRAFANA_PASSWORD");
        return ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);
    }
}
