using System.Diagnostics;
using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Tests that a run ends with its result and little memory, whatever the server does.</summary>
public sealed class HostileServerTests : IDisposable
{
    private const long MaxMemory = 200_000_000;
    private const string ChunkedHeaders = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static readonly string BodyChunk = $"10000\r\n{new string('.', 0x10000)}\r\n";
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_ServerResetsEachFifthConnectionAtAccept_CountsResetsAndAnswers()
    {
        var answered = 0;
        await using var server = new HostileServer(async connection =>
        {
            connection.ResetAtEnd();
            if (connection.Number % 5 == 0)
                return;
            await connection.ReadRequestAsync();
            Interlocked.Increment(ref answered);
            await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
            await connection.StaySilentAsync();
        });

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "-n", "500", "-c", "10", "--warmup", "0s");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        var run = (await _tool.ReadResultAsync()).Variants[0];
        run.TransportErrors.Keys.ShouldBe(["reset"]);
        run.TransportErrors["reset"].ShouldBeInRange(100, 150);
        run.Statuses["200"].ShouldBe(500 - run.TransportErrors["reset"]);
        answered.ShouldBeGreaterThanOrEqualTo((int)run.Statuses["200"]);
    }

    [Theory]
    [InlineData("body", "--timeout 2s -c 50", "timeout")]
    [InlineData("body", "--timeout 3s --expect-regex xyz", "too long")]
    [InlineData("body", "--timeout 3s --expect-json $.id -c 50", "too long")]
    [InlineData("headers", "--timeout 3s", "protocol")]
    public async Task Run_AnswerWithoutEnd_EndsWithResultAndBoundedMemory(string part, string options, string kind)
    {
        await using var server = new HostileServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(part == "body" ? ChunkedHeaders : "HTTP/1.1 200 OK\r\n");
            await connection.SendForeverAsync(part == "body" ? BodyChunk : "X-More: and more\r\n");
        });

        var outcome = await LoadProcess.RunAsync(
            [
                "run", "-u", server.Url, "-n", "100", "--warmup", "0s", .. options.Split(' '),
            ],
            [],
            TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(ExitCode.TargetUnreachable, outcome.Text);
        var run = outcome.Result.Variants[0];
        (run.Requests, run.TransportErrors[kind]).ShouldBe((100, 100), outcome.Text);
        outcome.PeakMemory.ShouldBeInRange(1, MaxMemory);
    }

    /// <summary>
    /// The metrics are read on connections of their own, whose failures must not end the run either.
    /// </summary>
    [Theory]
    [InlineData("reset at accept")]
    [InlineData("body without end")]
    [InlineData("headers without end")]
    [InlineData("unknown charset")]
    public async Task Run_MonitoredProcessIsHostile_EndsWithResultAndBoundedMemory(string behaviour)
    {
        await using var server = new HostileServer(async connection =>
        {
            while (true)
            {
                await connection.ReadRequestAsync();
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
        });
        var scrapes = 0;
        await using var monitored = new HostileServer(async connection =>
        {
            Interlocked.Increment(ref scrapes);
            connection.ResetAtEnd();
            if (behaviour is "reset at accept")
                return;
            await connection.ReadRequestAsync();
            switch (behaviour)
            {
                case "body without end":
                    await connection.SendAsync(ChunkedHeaders);
                    await connection.SendForeverAsync(BodyChunk);
                    break;
                case "headers without end":
                    await connection.SendAsync("HTTP/1.1 200 OK\r\n");
                    await connection.SendForeverAsync("X-More: and more\r\n");
                    break;
                default:
                    await connection.SendAsync(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=nonsense\r\nContent-Length: 2\r\n\r\na ");
                    break;
            }
        });

        var outcome = await LoadProcess.RunAsync(
            [
                "run", "-u", server.Url, "--duration", "2s", "-c", "2", "--warmup", "0s",
                "--monitor", $"db={monitored.Url}",
            ],
            [],
            TestContext.Current.CancellationToken);

        var run = outcome.Result.Variants[0];
        run.Statuses["200"].ShouldBe(run.Requests, outcome.Text);
        run.Requests.ShouldBeGreaterThan(0);
        scrapes.ShouldBeGreaterThan(1);
        outcome.PeakMemory.ShouldBeInRange(1, MaxMemory);
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP")]
    public async Task Run_ProcessReceivesSignal_WritesResultOfRequestsSoFar(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var enough = new TaskCompletionSource();
        var answered = 0;
        await using var server = new HostileServer(async connection =>
        {
            while (true)
            {
                await connection.ReadRequestAsync();
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                if (Interlocked.Increment(ref answered) is 100)
                    enough.SetResult();
            }
        });

        var outcome = await LoadProcess.RunAsync(
            ["run", "-u", server.Url, "--duration", "1h", "-c", "2", "--warmup", "0s"],
            [],
            async process =>
            {
                await enough.Task.WaitAsync(TestContext.Current.CancellationToken);
                using var kill = Process.Start("kill", [$"-{signal}", $"{process.Id}"]);
                await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
            },
            TestContext.Current.CancellationToken);

        outcome.ExitCode.ShouldBe(ExitCode.RunInterrupted, outcome.Text);
        outcome.Text.ShouldContain("CUT SHORT");
        outcome.Result.Variants[0].Statuses["200"].ShouldBeInRange(90, answered);
    }

    [Fact]
    public async Task Run_StoppedWhileServerIsSilent_EndsWithoutWaitingForTimeout()
    {
        using var stop = new CancellationTokenSource();
        var silent = 0;
        await using var server = new HostileServer(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number % 2 == 0)
            {
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                await connection.ReadRequestAsync();
            }

            if (Interlocked.Increment(ref silent) == 4)
                await stop.CancelAsync();
            await connection.StaySilentAsync();
        });

        var exit = await _tool.InvokeUntilStoppedAsync(
            ["run", "-u", server.Url, "-n", "100", "-c", "4", "--warmup", "0s", "--timeout", "1h"], stop.Token);

        exit.ShouldBe(ExitCode.RunInterrupted, _tool.Output + _tool.Error);
        _tool.Output.ShouldContain("CUT SHORT");
        _tool.Output.ShouldContain("4 requests had no answer when the run was stopped");
        var run = (await _tool.ReadResultAsync()).Variants[0];
        (run.Unfinished, run.Errors).ShouldBe((4, 0));
        run.Statuses["200"].ShouldBe(run.Requests);
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("--include-failures", 20)]
    public async Task Run_IncludeFailures_CountsFailuresInLatencies(string option, int failures)
    {
        await using var server = new HostileServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head && !head.Contains("/fail", StringComparison.Ordinal))
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            await connection.StaySilentAsync();
        });

        await _tool.InvokeAsync(
        [
            "run", "-u", server.Url + "ok", "-u", server.Url + "fail", "-n", "40", "-c", "10", "--warmup", "0s",
            "--timeout", "200ms", "--hgrm", Path.Combine(_tool.Folder, "x.hgrm"),
            .. option.Split(' ', StringSplitOptions.RemoveEmptyEntries),
        ]);

        var run = (await _tool.ReadResultAsync()).Variants[0];
        (run.Requests, run.TransportErrors["timeout"]).ShouldBe((40, 20), _tool.Output);
        run.FailureLatency!.Min.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(190);
        (run.Latency.Max >= 190).ShouldBe(failures > 0);
        var hgrm = await File.ReadAllTextAsync(
            Path.Combine(_tool.Folder, "x.hgrm"), TestContext.Current.CancellationToken);
        hgrm.ShouldMatch($@"Total count *= +{20 + failures}\D");
    }
}
