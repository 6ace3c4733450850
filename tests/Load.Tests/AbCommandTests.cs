namespace Load.Tests;

/// <summary>The services are small programs of Node.js, which the tool starts and stops.</summary>
[Slow]
public sealed class AbCommandTests : LoadToolTests
{
    // In microseconds: on a busy machine, a loop until a time uses less CPU time.
    private const string CpuTime =
        "const used = () => { const cpu = process.cpuUsage(); return cpu.user + cpu.system; };";

    // It ends after half as much more.
    private const string Short = "--within 2s -c 2 --path /";

    [Fact]
    public async Task Services_EqualPrograms_AreStartedAgainMeasuredAndStopped()
    {
        var service = WriteService("answer.end('equal')");

        await InvokeAsync($"node {service} {{port}}", $"node {service} {{port}}", "--within 20s -c 2 --path /");

        Tool.Output.ShouldContain("A and B are the same program");
        var result = await Tool.ReadResultAsync();
        (result.Plan.Starts > 1, result.Validity.CutShort).ShouldBe((true, false), Tool.Output);
        result.Variants.Select(variant => variant.Name).ShouldBe(["A", "B"]);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0, Tool.Output);
        result.Samples.Count(sample => sample.Variant == "B").ShouldBe(result.Plan.Starts!.Value);
        if (OperatingSystem.IsLinux())
        {
            result.Variants[1].CpuRatio.ShouldNotBeNull(Tool.Output);
            result.Provenance.Single(row => row[0] == "Target")[1].ShouldContain("node");
            result.Samples.ShouldAllBe(sample => sample.ReadyMs > 0 && sample.WorkingSetMb > 10);
            Tool.Output.ShouldMatch(@"listens after +A [\d.\s]+ ms \([\d.\s]+ to [\d.\s]+\), B ");
            Tool.Output.ShouldMatch(@"memory +A [\d.\s]+ MB \(");
        }

        (await ProcessOutput.ReadAsync("pgrep", $"-f \"^node {service}\"")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Services_MuchDiffers_LeavesOutStartsAndHasVerdict()
    {
        var slow = WriteService(
            "for (const end = used() + 10000; used() < end;); answer.end('equal')", CpuTime);
        var (summary, history) = (new TempFile(".md", "").Path, new TempFile(".ndjson", "").Path);

        await InvokeAsync(
            $"node {WriteService("answer.end('equal')")}", $"node {slow}", $"{Short} --margin 2% --summary {summary} --history {history}");

        var result = await Tool.ReadResultAsync();
        var text = await File.ReadAllTextAsync(summary, TestContext.Current.CancellationToken);
        text.ShouldStartWith("# ab\n\n**B ");
        text.ShouldContain("| req/s | ");
        text.ShouldContain(result.Validity.State == RunValidity.ValidState ? "**VALID** " : "**BUSY** ");
        text.ShouldNotContain("provenance");
        JsonDocument.Parse(await File.ReadAllTextAsync(history, TestContext.Current.CancellationToken)).RootElement
            .GetProperty("b").GetString().ShouldBe(result.Variants[1].Summary);
        result.Provenance.Single(line => line[0] is "Load")[1]
            .ShouldContain($", {result.Plan.Starts} of 10 starts, ");
        // A start of a few turns may be too short for a throughput to compare.
        result.Variants[1].Ratio?.Value.ShouldBeLessThan(0.8, Tool.Output);
        if (OperatingSystem.IsLinux())
            result.Variants[1].CpuRatio!.Value.ShouldBeGreaterThan(2, Tool.Output);
    }

    [Fact]
    public async Task Services_OneWorksAfterItsAnswers_CpuTimeCountsAndThroughputIsNotCompared()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "CPU time needs Linux.");
        const string Work = "const work = () => { for (const end = performance.now() + 1; performance.now() < end;); };";
        var a = WriteService("work(); answer.end('x')", Work);
        var b = WriteService("answer.end('x'); setTimeout(work, 150)", Work);

        // At a rate, no more work is put off than can be done.
        await InvokeAsync($"node {a}", $"node {b}", $"{Short} --rate 100/s --turn 100ms");

        var result = await Tool.ReadResultAsync();
        result.Variants[1].Ratio.ShouldBeNull(Tool.Output);
        result.Variants[1].CpuRatio!.Value.ShouldBeInRange(0.6, 1.5, Tool.Output);
        GetCheck(result, "outside").State.ShouldBe(CheckState.Note);
    }

    [Theory]
    [InlineData("KILL", "B ended with exit code 137 while it was measured")]
    [InlineData("STOP", "B gave no response (timeout 2) while it was measured")]
    public async Task Service_DiesOrFreezesWhileMeasured_EndsWithItsLastLines(string signal, string problem)
    {
        var service = WriteService("answer.end('x')");
        var failing = WriteService(
            $"answer.end('x'); if (++requests === 20) process.kill(process.pid, 'SIG{signal}')",
            "console.log('hello'); let requests = 0;");

        (await InvokeAsync($"node {service}", $"node {failing}", $"{Short} --timeout 1s"))
            .ShouldBe(ExitCode.ServiceFailed);

        Tool.Error.ShouldContain(problem);
        Tool.Error.ShouldContain("last lines of its output:\n    hello");
        (await ProcessOutput.ReadAsync("pgrep", $"-f \"^node ({service}|{failing})\"")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Services_DifferentAnswers_FailUnlessAllowed()
    {
        var (a, b) = (WriteService("answer.end('red apples')"), WriteService("answer.end('red pears')"));
        var random = WriteService("answer.end(`${Math.random()}`)");

        (await InvokeAsync($"node {a}", $"node {b}", Short)).ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain("10 and 9 bytes, the first difference at byte 4");
        Tool.Error.ShouldContain("--different");

        using var stop = new CancellationTokenSource();
        var run = Tool.InvokeUntilStoppedAsync(
            ["ab", $"node {a}", $"node {b}", "--within", "30s", "--path", "/", "--different", "--out", Tool.Folder],
            stop.Token);
        await Tool.WaitForOutputAsync("start 1");
        await stop.CancelAsync();
        (await run).ShouldBe(ExitCode.RunInterrupted, Tool.Output);

        (await InvokeAsync($"node {random}", $"node {random}", Short)).ShouldNotBe(ExitCode.ServiceFailed, Tool.Error);
    }

    [Theory]
    [InlineData("echo no such database; exit 7", "A ended with exit code 7 before it listened", "no such database")]
    [InlineData("echo waiting; sleep 50", "A does not listen on port", "waiting")]
    public async Task Service_DoesNotStart_LastLinesAreShown(string command, string problem, string line)
    {
        var exitCode = await InvokeAsync(command, "sleep 50", $"{Short} --ready 5s");

        exitCode.ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain(problem);
        Tool.Error.ShouldContain(line);
    }

    [Theory]
    [InlineData("answer.statusCode = 404; answer.end()",
        "A answered GET / with 404. Nothing was measured. Check the path (--path).")]
    [InlineData("answer.writeHead(401); answer.end()", "add -H 'Authorization: …'")]
    [InlineData("answer.writeHead(307, { location: 'https://x/' }); answer.end()", "It redirects: ")]
    [InlineData("console.log('no database'); answer.writeHead(500); answer.end()",
        "last lines of its output:\n    no database")]
    public async Task Service_AnswersWithError_IsNotMeasured(string handler, string advice)
    {
        var service = WriteService(handler);

        (await InvokeAsync($"node {service}", $"node {service}", Short)).ShouldBe(ExitCode.ServiceFailed, Tool.Output);

        Tool.Error.ShouldContain("A answered GET / with ");
        Tool.Error.ShouldContain(advice);
    }

    [Fact]
    public async Task Service_DiesInItsSecondStart_FirstStartIsReported()
    {
        var marker = Path.Combine(Tool.Folder, "started");
        var good = WriteService("answer.end('x')");
        var dying = WriteService("answer.end('x'); if (again && ++requests > 50) process.exit(9)", $$"""
            let requests = 0;
            const again = require('fs').existsSync('{{marker}}');
            require('fs').writeFileSync('{{marker}}', '');
            """);

        // On a slow machine, a start takes seconds: with a short limit, there would be no second one.
        var exitCode = await InvokeAsync($"node {good}", $"node {dying}", "--within 60s -c 2 --path /");

        exitCode.ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain("B ended with exit code 9 while it was measured");
        (await Tool.ReadResultAsync()).Variants[1].Requests.ShouldBePositive();
    }

    /// <summary>
    /// The program has a setting for its own sockets, which would change what it measures; GitHub's runner has tokens; and
    /// a shell may say that all is development.
    /// </summary>
    [Fact]
    public async Task Services_StartedByTheProgram_HaveTheEnvironmentOfTheUser()
    {
        const string Unwanted = "INLINE_COMPLETIONS|GITHUB_|RUNNER_|ACTIONS_|_ENVIRONMENT=Development";
        using var program = LoadProcess.Start(
            Tool.Folder,
            new Dictionary<string, string>
            {
                ["GITHUB_TOKEN"] = "x",
                ["RUNNER_TEMP"] = "x",
                ["ACTIONS_RUNTIME_TOKEN"] = "x",
                ["ASPNETCORE_ENVIRONMENT"] = "Development",
                ["DOTNET_ENVIRONMENT"] = "Development",
            },
            "ab", $"test \"$GREETING\" = hello && env | grep -cE '{Unwanted}'; exit 7", "sleep 50", "--path", "/",
            "--env", "GREETING=hello");

        var error = await program.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);

        error.ShouldContain("A ended with exit code 7");
        error.ShouldEndWith("\n    0\n");
    }

    [Fact]
    public async Task Measurement_StoppedInFirstStart_SaysSo()
    {
        using var stop = new CancellationTokenSource();
        var run = Tool.InvokeUntilStoppedAsync(
            ["ab", "sleep 50", "sleep 50", "--path", "/", "--out", Tool.Folder], stop.Token);
        await Tool.WaitForOutputAsync("B +sleep ");
        await stop.CancelAsync();

        (await run).ShouldBe(ExitCode.RunInterrupted);
        Tool.Error.ShouldBe("Stopped during the first round. There is nothing to report.\n");
    }

    private Task<int> InvokeAsync(string a, string b, string options) =>
        Tool.InvokeAsync(["ab", a, b, .. options.Split(' '), "--out", Tool.Folder]);
}
