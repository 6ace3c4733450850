using System.Net.ServerSentEvents;

namespace EndToEnd.Tests;

/// <summary>
/// Runs the commands of the exercises in docs/course.md as the page has them, on free ports and with short times, and
/// tests what can be counted of what the page expects.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed partial class CourseTests : FolderTests
{
    private const string Serving = "Ctrl-C stops";

    public CourseTests() => Assert.SkipWhen(OperatingSystem.IsWindows(), "The commands are those of a Unix shell.");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task OneCall_SequentialAndParallel_GiveOneAnswerFromFourCallsEach()
    {
        var (commands, port) = (CoursePage.FindCommands(1), CoursePage.FindPorts());
        using var services = await CoursePage.StartAsync(Serving, commands[0], "--port", $"{port}");

        var curls = await CoursePage.RunAsync(CoursePage.UsePort(string.Join('\n', commands[1..]), port));

        curls.ExitCode.ShouldBe(0, curls.All);
        string[] lines = curls.Output.Split('\n');
        lines[0].ShouldContain("\"orders\"");
        lines[2].ShouldBe(lines[0]);
        CountCalls("customer").ShouldBe(2, curls.All);
        CountCalls("order").ShouldBe(6, curls.All);

        double CountCalls(string operation) => lines
            .Where(line => line.Contains($"operation=\"{operation}\"", StringComparison.Ordinal))
            .Sum(line => double.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture));
    }

    /// <summary>Space begins the act, R plays its recording, as on a busy machine, space shows the finding.</summary>
    [Theory]
    [InlineData(2, "forward", "recording", "forward")]
    [InlineData(4, "forward", "recording", "forward")]
    [InlineData(8, "forward", "forward", "forward")]
    public async Task Act_KeysPressed_ShowItsFinding(int exercise, params string[] keys)
    {
        var command = CoursePage.FindCommands(exercise).ShouldHaveSingleItem();
        using var talk = await CoursePage.StartAsync("the speaker", command, "--port", "0");
        var room = new Uri(RoomPattern().Match(talk.Output).Groups[1].Value);
        using var client = new HttpClient { BaseAddress = room };
        client.DefaultRequestHeaders.Add("Origin", room.GetLeftPart(UriPartial.Authority));
        foreach (var key in keys)
        {
            using var pressed = await client.PostAsync($"api/{key}", null, Cancellation);
            pressed.EnsureSuccessStatusCode();
            // What runs has a page, after its services are warm.
            await Eventually.WaitUntilAsync(
                async () => await ReadAsync("is_ready") || !await ReadAsync("is_running"), CoursePage.StartLimit);
        }

        var state = await ReadStateAsync();
        $"{state.GetProperty("problem")}".ShouldBeEmpty();
        state.GetProperty("step").GetString().ShouldBe("reveal");
        state.GetProperty("findings").EnumerateObject().ShouldHaveSingleItem();
        talk.Interrupt();
        (await talk.WaitForExitAsync()).ShouldBe(ExitCode.Success, talk.Output);

        async Task<bool> ReadAsync(string name) => (await ReadStateAsync()).GetProperty(name).GetBoolean();

        async Task<JsonElement> ReadStateAsync()
        {
            await using var stream = await client.GetStreamAsync("state", Cancellation);
            var states = SseParser.Create(stream).EnumerateAsync(Cancellation);
            return JsonElement.Parse((await states.FirstAsync(Cancellation)).Data);
        }
    }

    /// <summary>A run of the benchmarks would build them again, beside the tests that use them.</summary>
    [Fact]
    public async Task WhoseFault_Benchmarks_AreThoseOfDeserialization()
    {
        var arguments = await CoursePage.ReadArgumentsAsync(CoursePage.FindCommands(3).ShouldHaveSingleItem());
        var start = ProgramLocator.CreateStartInfo("Benchmarks", [.. arguments, "--list", "flat"]);
        start.WorkingDirectory = Folder;

        var list = await ProcessRunner.CaptureAsync(start, Cancellation);

        list.ExitCode.ShouldBe(0, list.All);
        string[] names = list.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        names.Count(name => name.Contains("ReadAsAsync2014", StringComparison.Ordinal)).ShouldBe(1, list.All);
        names.ShouldAllBe(name => name.Contains("Deserialization.", StringComparison.Ordinal));
    }

    /// <summary>Without the page, which tests of their own look at. Exercise 6 has no run of its own.</summary>
    [Fact]
    public async Task OneClientEach_Study_MeasuresTheClientsAndGoIfItIsInstalled()
    {
        var arguments = await CoursePage.ReadArgumentsAsync(CoursePage.FindCommands(5).ShouldHaveSingleItem());
        using var study = new StudyRun(
        [
            .. arguments.Except(["--live"]), "--short", "--warmup", "0s", "--slice", "200ms", "--slice-warmup", "0s",
            "--settle", "0s",
        ]);

        (await study.WaitForExitAsync()).ShouldBeOneOf(
            [ExitCode.Success, ExitCode.ExpectationNotMet, ExitCode.Invalid], study.Output);

        string?[] variants = [.. study.ReadTable("ingestion").Select(row => row.GetProperty("variant").GetString())];
        variants.ShouldContain("per-request-sync");
        variants.ShouldContain("shared-async");
        variants.Contains("go").ShouldBe(GoPeer.IsGoInstalled);
        CoursePage.FindCommands(6).ShouldBeEmpty();
        CoursePage.CountExercises().ShouldBe(8);
    }

    [Fact]
    public async Task PullThePlug_ServicesStoppedDuringTheRun_ResultIsInvalid()
    {
        var (commands, port) = (CoursePage.FindCommands(7), CoursePage.FindPorts());
        using var services = await CoursePage.StartAsync(Serving, commands[0], "--port", $"{port}");
        var arguments = await CoursePage.ReadArgumentsAsync(CoursePage.UsePort(commands[1], port));
        var start = ProgramLocator.CreateStartInfo("Load", [.. arguments, "--events", "-", "--out", Folder]);
        start.RedirectStandardOutput = true;
        using var load = Process.Start(start)!;

        await ReadUntilAsync("turn", turn => turn.GetProperty("is_measured").GetBoolean());
        await ReadUntilAsync("load", now => now.GetProperty("requests").GetInt64() > 0);
        services.Interrupt();
        await ReadUntilAsync("end", end => end.GetProperty("state").GetString() is "invalid");

        await load.WaitForExitAsync(Cancellation);
        load.ExitCode.ShouldBe(ExitCode.Invalid);

        async Task ReadUntilAsync(string kind, Func<JsonElement, bool> isLast)
        {
            while (await load.StandardOutput.ReadLineAsync(Cancellation) is { } line)
            {
                if (JsonElement.Parse(line).TryGetProperty(kind, out var part) && isLast(part))
                    return;
            }

            Assert.Fail($"The run has no such event: {kind}.");
        }
    }

    [GeneratedRegex(@"the room +(\S+)")]
    private static partial Regex RoomPattern();
}
