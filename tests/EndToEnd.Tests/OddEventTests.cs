namespace EndToEnd.Tests;

/// <summary>Tests that no line of events ends the program show, or takes much of its memory.</summary>
[Slow]
[TimeLimit(180)]
public sealed class OddEventTests
{
    private const string Plan = """{"t":0,"plan":{"kind":"run","started":"2026-11-01T00:00:00Z"}}""";
    private const long MostMemory = 250_000_000;

    private static readonly string[] OddLines =
    [
        "", "\0", "nonsense", "null", "[]", "{}", "{", "1e999", """{"t":"x","load":{}}""", """{"t":1e999,"load":{}}""",
        """{"t":null,"plan":{}}""", """{"t":1,"t":2,"load":{}}""", """{"t":1,"load":1,"load":2}""", """{"load":{},"t":1}""",
        """{"t":1,"end":7}""", """{"t":1,"end":{"path":7}}""", """{"t":1,"end":{"path":"\u0000"}}""",
        """{"t":1,"end":null}""", """{"t":1,"end":{"path":"/etc/passwd"}}""", """{"t":1,"end":{"path":[{}]}}""",
        """{"t":1,"sample":"</script><script>alert(1)</script>"}""", """{"t":1,"turn":"\ud800"}""",
        "{\"t\":1,\"sample\":" + HostileBodies.CreateNestedArrays(100_000) + "}", "data: x", "event: end", "id: 9",
    ];

    [Fact]
    public async Task OddLinesAnEndlessOneAndAFlood_Show_GoesOnInBoundedMemory()
    {
        var stop = TestContext.Current.CancellationToken;
        var start = ProgramLocator.CreateStartInfo("Show", ["-", "--page", "http://127.0.0.1:0"]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        using var show = Process.Start(start)!;
        try
        {
            var page = "";
            while (page is "")
            {
                var line = await show.StandardOutput.ReadLineAsync(stop);
                page = Regex.Match(line.ShouldNotBeNull(), "page +(http\\S+)").Groups[1].Value;
            }

            using var client = new HttpClient { BaseAddress = new(page) };
            var input = show.StandardInput;
            foreach (var line in OddLines.Append(Plan).Concat(OddLines))
                await input.WriteLineAsync(line.AsMemory(), stop);
            var part = new string('x', 1_000_000);
            for (var megabytes = 0; megabytes < 400; megabytes++)
                await input.WriteAsync(part.AsMemory(), stop);
            await input.WriteLineAsync();
            for (var i = 0; i < 200_000; i++)
                await input.WriteLineAsync($$"""{"t":{{i}},"{{(i % 2 is 0 ? "sample" : $"new{i}")}}":"{{part[..200]}}"}""");
            foreach (var line in OddLines.Append(Plan).Append("""{"t":9,"sample":"the last"}"""))
                await input.WriteLineAsync(line.AsMemory(), stop);
            await input.FlushAsync(stop);

            using var events = new StreamReader(await client.GetStreamAsync("/events", stop));
            var published = new StringBuilder();
            while (!published.ToString().Contains("the last", StringComparison.Ordinal))
                published.AppendLine((await events.ReadLineAsync(stop)).ShouldNotBeNull($"{published}"));

            (await client.GetStringAsync("/", stop)).ShouldContain("<html");
            using var report = await client.GetAsync("/report", stop);
            ((int)report.StatusCode).ShouldBe(404);
            (ProcessStatus.Read(show)?.WithoutFiles ?? 0).ShouldBeLessThan(MostMemory);
        }
        finally
        {
            show.Kill();
        }

        (await show.StandardError.ReadToEndAsync(stop)).ShouldBeEmpty();
    }
}
