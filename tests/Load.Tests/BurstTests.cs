using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class BurstTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_Bursts_ReleasesEachTogetherAndWaitsForAll()
    {
        // Nobody is answered before the whole burst is there, so each must come without waiting for another.
        var answers = new Queue<int>([1, 3, 8]);
        var (gate, here, size) = (new TaskCompletionSource(), 0, answers.Dequeue());
        var locked = new Lock();
        await using var server = await TestServer.StartAsync(async context =>
        {
            Task open;
            lock (locked)
            {
                open = gate.Task;
                if (++here == size)
                {
                    gate.SetResult();
                    (gate, here, size) = (new TaskCompletionSource(), 0, answers.TryDequeue(out var next) ? next : 0);
                }
            }

            await open;
            await TestServer.HelloAsync(context);
        });

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "--burst", "1,3,8", "--warmup", "0s");

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var result = await _tool.ResultAsync();
        (result.Model.Kind, result.Model.Connections).ShouldBe(("closed", 8));
        var run = result.Variants[0];
        (run.Requests, run.Latency.Clock).ShouldBe((12, "response"));
        run.Bursts!.Select(burst => burst.Requests).ShouldBe([1, 3, 8]);
        run.Bursts!.ShouldAllBe(burst => burst.Errors == 0 && burst.P50 <= burst.P99 && burst.P99 <= burst.Max);
        _tool.Output.ShouldMatch(@"\n +8 +[\d.]+ +[\d. ]+ +0 *\n");
        _tool.Output.ShouldNotContain("losed loop");
    }

    [Fact]
    public async Task Run_BurstWithFailures_CountsThemByKind()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = Interlocked.Increment(ref n) > 4 ? 503 : 200;
            return Task.CompletedTask;
        });

        var exit = await _tool.InvokeAsync("run", "-u", server.Url, "--burst", "4,6", "--warmup", "0s");

        exit.ShouldBe(ExitCode.Invalid);
        var bursts = (await _tool.ResultAsync()).Variants[0].Bursts!;
        bursts.Select(burst => burst.Errors).ShouldBe([0, 6]);
        bursts[1].Statuses.ShouldBe(new Dictionary<string, long> { ["503"] = 6 });
        _tool.Output.ShouldContain("503 6");
    }
}
