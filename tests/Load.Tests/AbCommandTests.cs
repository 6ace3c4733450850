namespace Load.Tests;

/// <summary>The services are small programs of Node.js, which the tool starts and stops.</summary>
[Slow]
public sealed class AbCommandTests : LoadToolTests
{
    private const string Short = "--within 5s -c 2 --path /";

    [Fact]
    public async Task Services_EqualPrograms_AreStartedEightTimesMeasuredAndStopped()
    {
        var service = WriteService("answer.end('equal')");

        await InvokeAsync($"node {service}", $"node {service} {{port}}", Short);

        var result = await Tool.ReadResultAsync();
        result.Plan.Starts.ShouldBe(8, Tool.Output);
        result.Variants.Select(variant => variant.Name).ShouldBe(["A", "B"]);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0, Tool.Output);
        result.Samples.Count(sample => sample.Variant == "B").ShouldBe(result.Plan.Rounds);
        if (OperatingSystem.IsLinux())
            result.Variants[1].CpuRatio.ShouldNotBeNull(Tool.Output);
        (await ProcessOutput.ReadAsync("pgrep", $"-f \"^node {service}\"")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Services_MuchDiffers_EndsAtTheLookWithVerdict()
    {
        var slow = WriteService("for (const end = Date.now() + 3; Date.now() < end;); answer.end('equal')");

        await InvokeAsync(
            $"node {WriteService("answer.end('equal')")}", $"node {slow}", $"{Short} --margin 2%");

        var result = await Tool.ReadResultAsync();
        (result.Method.Looks, result.Method.EndedAtLook is 1 or 2).ShouldBe((2, true), Tool.Output);
        result.Variants[1].Ratio!.Value.ShouldBeLessThan(0.8, Tool.Output);
    }

    [Fact]
    public async Task Services_DifferentAnswers_FailUnlessAllowed()
    {
        var (a, b) = (WriteService("answer.end('red apples')"), WriteService("answer.end('red pears')"));

        (await InvokeAsync($"node {a}", $"node {b}", Short)).ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain("10 and 9 bytes, the first difference at byte 4");
        Tool.Error.ShouldContain("--different");

        using var stop = new CancellationTokenSource();
        var run = Tool.InvokeUntilStoppedAsync(
            ["ab", $"node {a}", $"node {b}", .. Short.Split(' '), "--different", "--out", Tool.Folder], stop.Token);
        await Tool.WaitForOutputAsync("start 1");
        await stop.CancelAsync();
        (await run).ShouldBe(ExitCode.RunInterrupted, Tool.Output);
    }

    [Theory]
    [InlineData("echo no such database; exit 7", "A ended with exit code 7 before it listened", "no such database")]
    [InlineData("echo waiting; sleep 50", "A does not listen on port", "waiting")]
    public async Task Service_DoesNotStart_LastLinesAreShown(string command, string problem, string line)
    {
        var exitCode = await InvokeAsync(command, "sleep 50", $"{Short} --ready 1s");

        exitCode.ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain(problem);
        Tool.Error.ShouldContain(line);
    }

    [Fact]
    public async Task Service_AnswersWithError_IsNotMeasured()
    {
        var service = WriteService("answer.statusCode = 404; answer.end()");

        (await InvokeAsync($"node {service}", $"node {service}", Short)).ShouldBe(ExitCode.ServiceFailed, Tool.Output);

        Tool.Error.ShouldContain("A answered GET / with 404");
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

        var exitCode = await InvokeAsync($"node {good}", $"node {dying}", Short);

        exitCode.ShouldBe(ExitCode.ServiceFailed, Tool.Output);
        Tool.Error.ShouldContain("B ended with exit code 9 while it was measured");
        (await Tool.ReadResultAsync()).Variants[1].Requests.ShouldBePositive();
    }

    /// <summary>The program has a setting for its own sockets, which would change what it measures.</summary>
    [Fact]
    public async Task Services_StartedByTheProgram_HaveTheEnvironmentOfTheUser()
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                typeof(CommandLine).Assembly.Location, "ab", "env | grep -c INLINE_COMPLETIONS; exit 7", "sleep 50",
                "--path", "/", "--out", Tool.Folder,
            ])
        {
            RedirectStandardError = true,
        };
        using var program = Process.Start(start)!;

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
        await Tool.WaitForOutputAsync("B +sleep 50");
        await stop.CancelAsync();

        (await run).ShouldBe(ExitCode.RunInterrupted);
        Tool.Error.ShouldBe("Stopped during the first round. There is nothing to report.\n");
    }

    [Fact]
    public void Program_NotInstalled_IsNamed() =>
        Should.Throw<ServiceException>(() => ToolEnvironment.Start(new ProcessStartInfo("no-such-compiler")))
            .Message.ShouldStartWith("no-such-compiler cannot be started: ");

    private Task<int> InvokeAsync(string a, string b, string options) =>
        Tool.InvokeAsync(["ab", a, b, .. options.Split(' '), "--out", Tool.Folder]);

    private static string WriteService(string handler, string before = "") => new TempFile(".cjs", $$"""
        {{before}}
        require('http').createServer((request, answer) => { {{handler}} }).listen(process.env.PORT, '127.0.0.1');
        """).Path;
}
