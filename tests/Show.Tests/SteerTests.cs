using Microsoft.Extensions.Logging;
using Show.Tests.Hosting;
using static Show.Tests.Hosting.RunEvents;

namespace Show.Tests;

public sealed class SteerTests : FolderTests
{
    // Stands for the load tool: writes the lines of a file, keeps what it is told, and ends when it is told to.
    private const string Script = """
        cat "$1/events"
        while read -r line; do
          printf '%s\n' "$line" >> "$1/told"
          case $line in *stop*) break ;; esac
        done
        echo "$@" > "$1/arguments"
        echo '{"t":9,"end":{"path":null}}'
        exit 3
        """;

    public SteerTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The script needs a shell.");
        Write("events", FormatPlan(1) + Format("turn", "{}", time: 7));
        Write("told", "");
    }

    private string[] Told => File.ReadAllLines(GetPath("told"));

    [Fact]
    public async Task RequestsOfThePage_AreWrittenToTheLoadTool_UntilItEnds()
    {
        await using var show = await StartAsync();
        (await show.ReadUntilAsync("show"))[^1].ShouldContain("\"controls\":true");

        foreach (var (path, body, status) in new[]
        {
            ("/api/stage/variant", """{"variant":"b\nc"}""", 204),
            ("/api/stage/connections", """{"connections":4}""", 204),
            ("/api/stage/proof", """{"shown":true}""", 204), ("/api/stage/service", """{"running":false}""", 404),
        })
        {
            using var response = await show.PostAsync(path, body);
            ((int)response.StatusCode).ShouldBe(status, path);
        }

        var reading = show.ReadUntilAsync("end");
        using (var response = await show.PostAsync("/api/run/stop", "{}"))
            ((int)response.StatusCode).ShouldBe(204);

        GetKind((await reading)[^1]).ShouldBe("end", "The page gets the end before show itself ends.");
        (await show.WaitForExitAsync()).ShouldBe(3);
        Told.ShouldBe(
            ["""{"variant":"b\nc"}""", """{"connections":4}""", """{"proof":true}""", """{"stop":true}"""]);
        File.ReadAllText(GetPath("arguments")).Trim().ShouldEndWith("--steer --events -");
    }

    [Fact]
    public async Task Show_Stopped_ClosesTheInputOfTheLoadToolAndWaitsForItsEnd()
    {
        await using var show = await StartAsync();
        await show.ReadUntilAsync("turn");

        (await show.StopAsync()).ShouldBe(3);

        File.Exists(GetPath("arguments")).ShouldBeTrue();
    }

    [Fact]
    public async Task RequestsOfOthers_AreRejected()
    {
        await using var show = await StartAsync();
        await show.ReadUntilAsync("turn");

        foreach (var (token, origin) in new (string?, string?)[]
        {
            ("", null), ("00000000000000000000000000000000", null), (null, "http://example.org"), (null, "null"),
        })
        {
            using var response = await show.PostAsync("/api/run/stop", "{}", token, origin);
            ((int)response.StatusCode).ShouldBe(403, $"{token} {origin}");
        }

        using var foreign = await show.GetAsync("/events", "rebound.example.org");
        foreign.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        using var read = await show.GetAsync("/", origin: "http://example.org");
        read.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        Told.ShouldBeEmpty();
    }

    [Fact]
    public async Task ServiceKilledAndStartedTwice_AsksForEachOnceAndTellsThePage()
    {
        var asked = new ConcurrentQueue<string>();
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var other = builder.Build();
        other.MapPost("/", async (HttpRequest request) =>
            asked.Enqueue(await new StreamReader(request.Body).ReadToEndAsync()));
        await other.StartAsync(TestContext.Current.CancellationToken);
        await using var show = await StartAsync("--kill", $"database={other.Urls.Single()}");
        await show.ReadUntilAsync("turn");
        (await show.ReadUntilAsync("show"))[^1]
            .ShouldBe("""{"t":0,"show":{"controls":true,"service":"database","state":"running"}}""");

        foreach (var running in (string[])["false", "false", "true", "true"])
        {
            using var response = await show.PostAsync("/api/stage/service", $$"""{"running":{{running}}}""");
            ((int)response.StatusCode).ShouldBe(204);
            await show.ReadUntilAsync("show", $"{{\"t\":7,\"show\":{{\"controls\":true,\"service\":\"database\","
                + (running is "true" ? "\"state\":\"running\"" : "\"state\":\"killed\""));
        }

        asked.ShouldBe(["""{"running":false}""", """{"running":true}"""]);
        await Eventually.WaitUntilAsync(() => Told.Length > 0);
        Told.ShouldBe(["""{"again":true}"""]);
    }

    private string GetPath(string name) => Path.Combine(Folder, name);

    private Task<ShowRun> StartAsync(params string[] options) => ShowRun.StartAsync(
        [.. options, "--page", "http://127.0.0.1:0", "--", "sh", "-c", Script, "load", Folder, "--steer"]);
}
