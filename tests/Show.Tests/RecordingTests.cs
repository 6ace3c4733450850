using Show.Tests.Hosting;

namespace Show.Tests;

public sealed class RecordingTests : FolderTests
{
    private readonly string _recording;

    public RecordingTests() =>
        _recording = Write("run.events.ndjson", """{"t":0,"plan":{"id":"</script>"}}""");

    [Theory]
    [InlineData("run.events.ndjson")]
    [InlineData("run.json")]
    public async Task Show_Recording_ServesAPageThatPlaysItAndTheReport(string name)
    {
        Write("run.html", "the report");
        await using var show = await ShowRun.StartAsync(
            Path.Combine(Folder, name), "--speed", "4", "--from", "40.5");

        show.Address.ShouldEndWith("/#speed=4&from=40.5");
        var page = await show.ReadAsync("/");
        page.ShouldContain("""{"id":"\u003c/script>"}""");
        (await show.ReadAsync("/run.html")).ShouldBe("the report");
        using var other = await show.GetAsync("/other.html");
        other.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Show_HtmlOption_WritesThePage()
    {
        var (path, output) = (Path.Combine(Folder, "run.play.html"), new StringWriter());

        var exit = await new ShowCommand(output, output).InvokeAsync(
            [_recording, "--html", path], TestContext.Current.CancellationToken);

        exit.ShouldBe(0, output.ToString());
        (await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken)).ShouldContain("\"plan\":");
    }

    [Theory]
    [InlineData("there is no such recording", "nowhere.events.ndjson", "--play")]
    [InlineData("this is no recording", "PROGRAM", "--play")]
    [InlineData("--speeed: error: unknown option", "--speeed")]
    [InlineData("b: error: only one file can be shown", "a", "b")]
    [InlineData("'source' missing")]
    [InlineData("is no address to listen on", "a", "--page", "example.org")]
    [InlineData("is no service", "a", "--kill", "database")]
    [InlineData("cannot listen on", "a", "--page", "http://192.0.2.1:1")]
    [InlineData("Try load run --events - | show -", "--", "load", "run")]
    [InlineData("cannot start no-such-program", "--page", "http://127.0.0.1:0", "--", "no-such-program", "--steer")]
    public async Task Show_WrongCommandLine_SaysWhatIsWrong(string expected, params string[] args)
    {
        var output = new StringWriter();
        args = [.. args.Select(arg => arg == "PROGRAM" ? typeof(ShowCommand).Assembly.Location : arg)];

        var exit = await new ShowCommand(output, output).InvokeAsync(args, TestContext.Current.CancellationToken);

        (exit, output.ToString()).ShouldSatisfyAllConditions(
            result => result.Item1.ShouldBe(64), result => result.Item2.ShouldContain(expected));
    }
}
