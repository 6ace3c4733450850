namespace EndToEnd.Tests;

/// <summary>Tests scripts with small programs in place of those that the scripts call, such as Docker.</summary>
[Slow]
public sealed class ScriptTests : ScriptFolderTests
{
    [Theory]
    [InlineData(null, false)]
    [InlineData("", false)]
    [InlineData("another", true)]
    public async Task MakeStack_PasswordOfGrafana_IsDeployedUnlessItIsThatOfTheRepository(
        string? password, bool isDeployed)
    {
        var given = File.ReadLines(ProgramLocator.GetPath(".env"))
            .Single(line => line.StartsWith("GRAFANA_PASSWORD=", StringComparison.Ordinal)).Split('=')[1];
        AddProgram("docker", $$"""
            case "$*" in
              # As docker compose does.
              "compose config") : "${GRAFANA_PASSWORD:?Set a password: make stack GRAFANA_PASSWORD=}"
                echo "      GF_SECURITY_ADMIN_PASSWORD: $GRAFANA_PASSWORD" ;;
              *) echo deployed; cat ;;
            esac
            """);
        string[] setting = [$"GRAFANA_PASSWORD={password ?? given}"];

        var stack = await RunAsync("make", ["--no-print-directory", "stack", .. setting]);

        (stack.ExitCode is 0).ShouldBe(isDeployed, stack.All);
        stack.All.Contains("deployed", StringComparison.Ordinal).ShouldBe(isDeployed);
        stack.All.ShouldContain(isDeployed ? password! : "Set a password: make stack GRAFANA_PASSWORD=");
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
            "make", "--no-print-directory", "demo", "SET=libraries", "STARTS=2", "LIVE=1", "ARGS=-c 5");

        demo.All.TrimEnd().ShouldEndWith("Experiments.dll demo --set libraries --starts 2 --live -c 5");
        (await RunAsync("make", "--no-print-directory", "demo", "ALL=1")).All
            .TrimEnd().ShouldEndWith("demo --set strategies");
        // Of the shell, in which they mean something else.
        (await RunAsync("bash", "-c", "NAME=wsl make study; PORT=tcp://10.0.0.7:80 make serve")).Output
            .Split('\n').Where(line => line.Contains("Experiments.dll", StringComparison.Ordinal))
            .Select(line => line.Split("Experiments.dll ")[1]).ShouldBe(["list", "serve"]);
    }

    [Fact]
    public async Task MakeDemo_BuildFails_ShowsItsErrorsOnceAndStartsNothing()
    {
        AddProgram("dotnet", """
            echo "  Load.Core -> load/core.dll"
            echo "a.cs(1,1): error CS1002: ; expected [a.csproj]"
            echo "a.cs(1,1): error CS1002: ; expected [a.csproj]"
            exit 1
            """);

        var demo = await RunAsync("make", "--no-print-directory", "demo");

        demo.ExitCode.ShouldNotBe(0);
        demo.Output.Split('\n').Skip(1).ShouldBe(["a.cs(1,1): error CS1002: ; expected [a.csproj]", ""]);
        demo.Errors.ShouldStartWith("The build failed.");
    }

    [Theory]
    [InlineData("ulimit -n 256; ", "Only 256 files can be open at a time")]
    [InlineData("df() { printf '1\n0 0 0 7\n'; }; export -f df; ", "has 7 MB left")]
    [InlineData("NUGET_PACKAGES=/tmp ", "Experiments.dll list")]
    public async Task Run_ShellLacksWhatTheBuildNeeds_SaysSoInOneSentenceBeforeTheBuild(string shell, string sentence)
    {
        AddProgram("dotnet", "echo \"$*\"");

        var run = await RunAsync("bash", "-c", $"{shell}experiments/Runner/run.sh list");

        run.All.ShouldContain(sentence);
        run.All.TrimEnd().Split('\n').Length.ShouldBe(run.ExitCode is 0 ? 2 : 1, run.All);
    }

    [Fact]
    public async Task MakeUp_FilesThatOthersCannotRead_SaysSoAndStartsNothing()
    {
        AddProgram("docker", "echo \"$*\"");
        AddProgram("find", "echo prometheus/prometheus.yml");

        var up = await RunAsync("make", "--no-print-directory", "up");

        up.ExitCode.ShouldNotBe(0, up.All);
        up.All.ShouldContain("chmod -R a+rX");
        up.All.ShouldNotContain("--detach");
    }

    [Fact]
    public async Task MakeLoad_UnknownScenario_NamesTheKnownOnesAndWithoutOneItIsAParade()
    {
        AddProgram("docker", "echo \"docker $*\"");

        var demo = await RunAsync("make", "--no-print-directory", "load", "SCENARIO=demo");
        var all = await RunAsync("make", "--no-print-directory", "load");

        demo.All.ShouldContain("Unknown scenario 'demo'. Known scenarios: ");
        all.Output.ShouldContain(" load run scenarios/strategies.yaml --parade 20s ");
    }

    private Task<ProgramOutput> RunAsync(string command, params string[] arguments) =>
        RunAsync(Repository.Root, [], command, arguments);
}
