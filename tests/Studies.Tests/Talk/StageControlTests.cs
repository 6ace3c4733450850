using System.Threading.Channels;

namespace Studies.Tests.Talk;

public sealed class StageControlTests : IDisposable
{
    private const string Plan = """{"kind":"stage","variants":[{"name":"a"},{"name":"b"}]}""";
    private const string Turn = """{"variant":"a","connections":10}""";

    private static readonly ActCue[] Cues =
    [
        new() { AfterS = 0, Variant = "b" }, new() { AfterS = 0, Proof = true },
    ];

    private readonly string _recording = Path.GetTempFileName();
    private readonly StringWriter _input = new();
    private readonly EventLines _events = new();

    private string[] Told => _input.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);

    public void Dispose()
    {
        File.Delete(_recording);
        _input.Dispose();
        _events.Dispose();
    }

    [Fact]
    public async Task Cues_InARehearsal_SwapProveAndEndTheLoadAfterTheResult()
    {
        var (stage, results) = (new StageControl(Cues), new List<string>());
        var running = stage.RunAsync(TextWriter.Synchronized(_input), _events, _recording, results.Add);
        var cues = stage.PerformCuesAsync(TestContext.Current.CancellationToken);
        _events.Send("plan", Plan);
        _events.Send("turn", Turn);
        _events.Send("load", "{}");
        await Eventually.WaitUntilAsync(() => stage.NextCue is null);
        cues.IsCompleted.ShouldBeFalse("The result of the proof is not there.");

        _events.Send("end", """{"path":"proof.json"}""");
        await cues;
        _events.Complete();
        await running;

        results.ShouldBe(["proof.json"]);
        Told.ShouldBe(["""{"variant":"b"}""", """{"variant":"b"}""", """{"proof":true}""", """{"stop":true}"""]);
        ReadRecording().Length.ShouldBe(4);
    }

    [Fact]
    public async Task Keys_OnAStage_TellTheLoadToolWhatTheyMean()
    {
        var (asked, canStart) = (new List<bool>(), false);
        var stage = new StageControl(Cues, "db", isRunning =>
        {
            asked.Add(isRunning);
            return isRunning && !canStart ? throw new StudyException("It did not start.") : Task.CompletedTask;
        });
        stage.TryDoNextCue().ShouldBeTrue();
        stage.NextCue.ShouldBe(Cues[0], "Before the load has begun, a cue does nothing.");
        var running = stage.RunAsync(TextWriter.Synchronized(_input), _events, _recording, _ => { });
        _events.Send("plan", Plan);
        _events.Send("turn", Turn);
        await Eventually.WaitUntilAsync(() => ReadRecording().Length is 2);

        await stage.ToggleServiceAsync();
        stage.ToggleProof();
        Told.ShouldBeEmpty("Without the service, there is nothing to compare.");
        await stage.ToggleServiceAsync();
        canStart = true;
        await stage.ToggleServiceAsync();
        stage.ShowVariant(1);
        stage.ShowVariant(2);
        stage.ChangeConnections(2);
        stage.ChangeConnections(2);
        stage.ToggleProof();
        _events.Complete();
        await running;
        stage.End();

        asked.ShouldBe([false, true, true]);
        Told.ShouldBe(
        [
            """{"again":true}""", """{"variant":"b"}""", """{"connections":20}""", """{"connections":40}""",
            """{"proof":true}""",
        ]);
        ReadRecording().Where(line => line.Contains("\"service\"", StringComparison.Ordinal))
            .ShouldBe(((string[])["killed", "starting", "killed", "starting", "running"]).Select(
                state => $$$"""{"t":7,"show":{"service":"db","state":"{{{state}}}"}}"""));
    }

    private string[] ReadRecording()
    {
        using var file = new FileStream(_recording, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(file);
        return reader.ReadToEnd().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>The events of the load tool, which a test sends.</summary>
    private sealed class EventLines : TextReader
    {
        private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

        public void Send(string kind, string json) => _lines.Writer.TryWrite($$"""{"t":7,"{{kind}}":{{json}} }""");

        public void Complete() => _lines.Writer.Complete();

        public override async Task<string?> ReadLineAsync() =>
            await _lines.Reader.WaitToReadAsync() && _lines.Reader.TryRead(out var line) ? line : null;
    }
}
