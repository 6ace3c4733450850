using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.Studies;

namespace Studies.Tests.Commands;

public sealed class StudyCommandLineTests
{
    private readonly ProbeStudy _study = new();

    public static TheoryData<string> Commands => [.. StudyCatalog.Commands.Select(command => command.Name)];

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task HelpOption_OfEveryCommand_StartsNothing(string command)
    {
        var folder = Directory.CreateTempSubdirectory();
        var started = Path.Combine(folder.FullName, "started.json");

        (await InvokeAsync(command, "--processes", started, "--help")).ShouldBe(ExitCode.Success);

        File.Exists(started).ShouldBeFalse();
        folder.Delete(recursive: true);
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void Description_OfEveryCommand_IsASentence(string command)
    {
        var description = StudyCatalog.Commands.Single(one => one.Name == command).Description.ShouldNotBeNull();

        description.ShouldEndWith(".");
    }

    [Theory]
    [InlineData("--out", "some/folder")]
    [InlineData("--out=some/folder")]
    public async Task OutOption_InEitherForm_SetsResultsFolder(params string[] args)
    {
        (await ProbeStudy.InvokeAsync(_study, args)).ShouldBe(ExitCode.Success);

        _study.Context!.ResultsFolder.ShouldBe("some/folder");
        _study.Context.UserOptions.ShouldBeEmpty();
    }

    [Fact]
    public async Task OutOption_NotGiven_CreatesNewFolderInResults()
    {
        await ProbeStudy.InvokeAsync(_study);

        var folder = Path.GetFullPath(_study.Context!.ResultsFolder);
        Path.GetDirectoryName(folder).ShouldBe(ProgramLocator.GetPath("results"));
        Path.GetFileName(folder).ShouldStartWith("probe-");
    }

    [Theory]
    [InlineData(7, null)]
    [InlineData(3, 3, "--rounds", "3")]
    [InlineData(3, 3, "--rounds=3")]
    public async Task RoundsOption_GivenOrNot_SetsRoundsOfStudy(int rounds, int? given, params string[] args)
    {
        await ProbeStudy.InvokeAsync(_study, args);

        (_study.Context!.Rounds, _study.Context.UserRounds).ShouldBe((rounds, given));
        _study.Context.UserOptions.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("--incidents", "0")]
    [InlineData("--quiet-minutes", "0")]
    public async Task Drill_NothingToScore_IsUsageError(string option, string value) =>
        (await InvokeAsync("drill", option, value)).ShouldBe(ExitCode.UsageError);

    [Theory]
    [InlineData(ExitCode.Invalid, 3)]
    [InlineData(ExitCode.Failed, 2)]
    public async Task StartsOption_SecondStartIsNotValid_OnlyFailureEndsTheStudy(int secondCode, int expectedStarts)
    {
        var numbers = new List<int>();
        var folder = Directory.CreateTempSubdirectory();
        var study = new ProbeStudy(run: context =>
        {
            Directory.CreateDirectory(context.ResultsFolder);
            numbers.Add(context.StartNumber);
            return Task.FromResult(context.StartNumber == 2 ? secondCode : ExitCode.Success);
        });

        // There is nothing to merge, so the command does not succeed in either case.
        (await ProbeStudy.InvokeAsync(study, "--starts", "3", "--out", folder.FullName)).ShouldNotBe(ExitCode.Success);

        numbers.ShouldBe(Enumerable.Range(1, expectedStarts));
        folder.Delete(recursive: true);
    }

    [Theory]
    [InlineData(2, "--out")]
    [InlineData(1, "--starts", "1", "--out")]
    public async Task StartsOption_GivenOrNot_SetsHowOftenTheStudyRuns(int expectedStarts, params string[] args)
    {
        var folder = Directory.CreateTempSubdirectory();
        var starts = 0;
        var study = new ProbeStudy(standardStarts: 2, run: context =>
        {
            starts = context.Starts;
            return Task.FromResult(ExitCode.Failed);
        });

        (await ProbeStudy.InvokeAsync(study, [.. args, folder.FullName])).ShouldBe(ExitCode.Failed);

        starts.ShouldBe(expectedStarts);
        folder.Delete(recursive: true);
    }

    [Theory]
    [InlineData("--rounds", "1")]
    [InlineData("--rounds", "many")]
    [InlineData("--rounds")]
    public async Task RoundsOption_OutOfRange_IsUsageError(params string[] args)
    {
        (await ProbeStudy.InvokeAsync(_study, args)).ShouldBe(ExitCode.UsageError);

        _study.Context.ShouldBeNull();
    }

    [Fact]
    public async Task UnknownOptions_StudyPassesOptionsOn_ReachLoadTool()
    {
        await ProbeStudy.InvokeAsync(
            _study, "--rounds", "15", "-c", "50", "--slice=2s", "--serve", "--Client:Lifetime=shared", "--out", "x");

        _study.Context!.UserOptions.ShouldBe(["-c", "50", "--slice=2s", "--serve", "--Client:Lifetime=shared"]);
        _study.Context.RepeatCommand.ShouldBe(
            "make study NAME=probe ROUNDS=15 ARGS=\"-c 50 --slice=2s --serve --Client:Lifetime=shared\"");
    }

    [Fact]
    public async Task OptionsOfStudy_Given_AreInRepeatCommand()
    {
        await ProbeStudy.InvokeAsync(_study, "--latency", "20", "--starts=1", "--processes", "x", "--slice", "5s");

        _study.Context!.RepeatCommand.ShouldBe("make study NAME=probe ARGS=\"--starts 1 --latency 20 --slice 5s\"");
    }

    [Fact]
    public async Task UnknownOption_StudyDoesNotPassOptionsOn_IsUsageError()
    {
        var study = new ProbeStudy(passesOptionsOn: false);

        (await ProbeStudy.InvokeAsync(study, "--slice", "2s")).ShouldBe(ExitCode.UsageError);

        study.Context.ShouldBeNull();
    }

    [Theory]
    [InlineData(ExitCode.Success, "list")]
    [InlineData(ExitCode.Success, "study")]
    [InlineData(ExitCode.Success)]
    [InlineData(ExitCode.Success, "--help")]
    [InlineData(ExitCode.UsageError, "nonsense")]
    [InlineData(ExitCode.UsageError, "claims", "Z9")]
    [InlineData(ExitCode.UsageError, "alerts", "NoSuchAlert")]
    [InlineData(ExitCode.UsageError, "thread-pool-bursts", "many")]
    public async Task CommandLine_RunsNoStudy_ExitsWithExpectedCode(int code, params string[] args) =>
        (await InvokeAsync(args)).ShouldBe(code);

    [Fact]
    public async Task Demo_UnknownSet_IsUsageErrorWhoseMessageListsTheSets()
    {
        var demo = new StrategyComparisonStudy();

        (await InvokeAsync("demo", "--set", "nonsense")).ShouldBe(ExitCode.UsageError);
        demo.Parse(["--set", "nonsense"]).Errors.ShouldHaveSingleItem().Message
            .ShouldBe("Unknown set 'nonsense'. Valid sets: strategies, payloads, protocols.");
        foreach (var set in StrategyComparisonStudy.Sets)
            demo.Parse(["--set", set]).Errors.ShouldBeEmpty(set);
    }

    [Fact]
    public async Task Demo_HelpOption_ListsTheSets()
    {
        await using var output = new StringWriter();
        var root = new RootCommand { new StrategyComparisonStudy() };

        await root.Parse(["demo", "--help"]).InvokeAsync(
            new() { Output = output }, TestContext.Current.CancellationToken);

        string.Join(' ', output.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            .ShouldContain("What to compare: strategies, payloads, protocols.");
    }

    [Fact]
    public async Task Study_ThrowsExpectedException_ExitsWithCodeFailed() => (await ProbeStudy.InvokeAsync(
        new ProbeStudy(run: _ => throw new StudyException("No engine")))).ShouldBe(ExitCode.Failed);

    [Fact]
    public Task Study_UnexpectedException_IsNotCaught() => Should.ThrowAsync<InvalidOperationException>(() =>
        ProbeStudy.InvokeAsync(
            new ProbeStudy(run: _ => throw new InvalidOperationException("Sequence contains no elements"))));

    [Fact]
    public async Task Study_ThatThisSystemCannotRun_IsSkippedWithoutFailure()
    {
        var study = new ProbeStudy { Obstacle = "this study needs another system" };

        (await ProbeStudy.InvokeAsync(study)).ShouldBe(ExitCode.Success);

        study.Context.ShouldBeNull();
    }

    /// <summary>Only the comparison of strategies once had a live page, and the other studies printed lines.</summary>
    [Theory]
    [InlineData("ingestion")]
    [InlineData("load-shedding")]
    [InlineData("recovery")]
    [InlineData("resilience")]
    [InlineData("soak")]
    [InlineData("thread-pool-bursts")]
    public void Study_ThatCanBeWatched_HasALivePage(string study) =>
        StudyCatalog.Commands.Single(command => command.Name == study).Parse(["--live"]).Errors.ShouldBeEmpty();

    [Fact]
    public async Task Study_Interrupted_ExitsWithCodeInterrupted()
    {
        using var stop = new CancellationTokenSource();
        var study = new ProbeStudy(run: async context =>
        {
            await stop.CancelAsync();
            await context.Environment.DelayAsync(TimeSpan.FromMinutes(1));
            return ExitCode.Success;
        });

        (await new StudyCommandLine([study]).InvokeAsync(["probe"], stop.Token)).ShouldBe(ExitCode.Interrupted);
    }

    private static Task<int> InvokeAsync(params string[] args) =>
        new StudyCommandLine(StudyCatalog.Commands).InvokeAsync(args, TestContext.Current.CancellationToken);
}
