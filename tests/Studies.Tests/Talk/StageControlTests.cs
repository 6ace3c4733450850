using System.Net;
using System.Text;
using System.Threading.Channels;

namespace Studies.Tests.Talk;

public sealed class StageControlTests
{
    private const string Hello = """
        {"kind":"stage","stage":{"service":"db","service_state":"running"},"variants":[{"name":"a"},{"name":"b"}]}
        """;
    private const string Phase = """{"variant":"a","connections":10}""";

    private static readonly ActCue[] Cues =
    [
        new() { AfterS = 0, Variant = "b" }, new() { AfterS = 0, Proof = true },
    ];

    [Fact]
    public async Task Cues_InARehearsal_SwapProveAndEndTheLoadAfterTheResult()
    {
        await using var page = new StagePage();
        using var stage = new StageControl(page.Address, "secret", Cues);
        var results = new List<string>();
        var following = stage.FollowAsync(results.Add, TestContext.Current.CancellationToken);
        var cues = stage.PerformCuesAsync(TestContext.Current.CancellationToken);
        page.Send("hello", Hello);
        page.Send("phase", Phase);
        page.Send("tick", "{}");
        await page.WaitForRequestsAsync(3);
        stage.NextCue.ShouldBeNull();
        cues.IsCompleted.ShouldBeFalse("The result of the proof is not there.");

        page.Send("end", """{"data":"proof.json"}""");
        await cues;
        page.Complete();
        await following;

        results.ShouldBe(["proof.json"]);
        page.Requests.ShouldBe(
        [
            """variant {"variant":"b"}""", """variant {"variant":"b"}""", """proof {"shown":true}""",
            """stop {"stop":true}""",
        ]);
    }

    [Fact]
    public async Task Keys_OnAStage_AskForWhatTheyMean()
    {
        await using var page = new StagePage();
        using var stage = new StageControl(page.Address, "secret", Cues);
        var following = stage.FollowAsync(_ => { }, TestContext.Current.CancellationToken);
        stage.TryDoNextCue().ShouldBeTrue();
        page.Send("hello", Hello);
        page.Send("phase", Phase);
        page.Send("service", """{"state":"killed"}""");
        page.Complete();
        await following;
        page.Requests.ShouldBeEmpty("Before the load has begun, a cue does nothing.");

        await stage.ToggleProofAsync();
        page.Requests.ShouldBeEmpty("Without the service, there is nothing to compare.");
        await stage.ToggleServiceAsync();
        await stage.ShowVariantAsync(1);
        await stage.ShowVariantAsync(2);
        await stage.ChangeConnectionsAsync(2);
        await stage.ChangeConnectionsAsync(2);

        page.Requests.ShouldBe(
        [
            """service {"running":true}""", """variant {"variant":"b"}""", """connections {"connections":20}""",
            """connections {"connections":40}""",
        ]);
    }

    /// <summary>The page of show: sends events, and keeps what is asked for.</summary>
    private sealed class StagePage() : LoopbackServer(FreePort.FindAddress())
    {
        private readonly ConcurrentQueue<string> _requests = [];
        private readonly Channel<string> _events = Channel.CreateUnbounded<string>();

        public IReadOnlyList<string> Requests => [.. _requests];

        public void Send(string type, string json) => _events.Writer.TryWrite($"event: {type}\ndata: {json}\n\n");

        public void Complete() => _events.Writer.Complete();

        public Task WaitForRequestsAsync(int count) => Eventually.WaitUntilAsync(
            () => _requests.Count >= count, TimeSpan.FromSeconds(30));

        protected override async Task AnswerAsync(HttpListenerContext context)
        {
            var request = context.Request;
            if (request.HttpMethod is "POST")
            {
                request.Headers["Authorization"].ShouldBe("Bearer secret");
                var body = await new StreamReader(request.InputStream).ReadToEndAsync();
                _requests.Enqueue($"{request.Url!.Segments[^1]} {body}");
                context.Response.StatusCode = 204;
            }
            else
            {
                await foreach (var one in _events.Reader.ReadAllAsync())
                {
                    await context.Response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(one));
                    await context.Response.OutputStream.FlushAsync();
                }
            }

            context.Response.Close();
        }
    }
}
