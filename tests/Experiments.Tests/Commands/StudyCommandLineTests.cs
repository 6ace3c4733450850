namespace Experiments.Tests.Commands;

public sealed class StudyCommandLineTests : FolderTests
{
    private readonly ProbeStudy _study = new();

    [Fact]
    public async Task HelpOption_OfEveryCommand_StartsNothing()
    {
        var started = Path.Combine(Folder, "started.json");
        foreach (var command in StudyCatalog.Commands)
        {
            (await InvokeAsync(command.Name, "--processes", started, "--help")).ShouldBe(ExitCode.Success, command.Name);
            command.Description.ShouldNotBeNull().ShouldEndWith(".", Case.Sensitive, command.Name);
        }

        File.Exists(started).ShouldBeFalse();
    }

    /// <summary>Rounds that the user asks for are those of one start, unless the user asks for starts, too.</summary>
    [Theory]
    [InlineData(7, 3)]
    [InlineData(5, 1, "--rounds=5")]
    [InlineData(5, 2, "--rounds=5", "--starts=2")]
    [InlineData(7, 2, "--starts=2")]
    public async Task RoundsAndStarts_GivenOrNot_AreThoseOfTheStudy(int rounds, int starts, params string[] args)
    {
        var study = new ProbeStudy(standardStarts: 3);

        await ProbeStudy.InvokeAsync(study, args);

        (study.Context!.Rounds, study.Starts).ShouldBe((rounds, starts));
        study.Context.UserOptions.ShouldBeEmpty();
        var folder = Path.GetFullPath(study.Context.ResultsFolder);
        Path.GetDirectoryName(folder).ShouldBe(ProgramLocator.GetPath("results"));
        Path.GetFileName(folder).ShouldStartWith("probe-");
    }

    [Theory]
    [InlineData(null)]
    [InlineData("quiet", "--publish", "quiet")]
    public async Task PublishOption_GivenOrNot_DecidesWhereTablesAre(string? note, params string[] args)
    {
        await ProbeStudy.InvokeAsync(_study, ["--out", Folder, .. args]);

        (_study.Context!.Note, _study.Context.ResultsFolder).ShouldBe((note, Folder));
        _study.Context.TableFolder.ShouldBe(
            note is null ? Folder : ProgramLocator.GetPath("experiments", "results"));
    }

    [Theory]
    [InlineData("--rounds", "1")]
    [InlineData("--rounds", "many")]
    [InlineData("--starts", "0")]
    [InlineData("--turn", "2s")]
    public async Task Option_OutOfRangeOrUnknown_IsUsageErrorBeforeTheStudy(params string[] args)
    {
        var study = new ProbeStudy(passesOptionsOn: false);

        (await ProbeStudy.InvokeAsync(study, args)).ShouldBe(ExitCode.UsageError);

        study.Context.ShouldBeNull();
    }

    /// <summary>A number may be anything only where it is a seed or names an act.</summary>
    [Fact]
    public void NumberOptions_OfEveryCommand_RefuseNumbersBelowZero()
    {
        string[] unlimited = ["--seed", "--act"];
        var accepting =
            from command in StudyCatalog.Commands
            from option in command.Options
            where (Nullable.GetUnderlyingType(option.ValueType) ?? option.ValueType) == typeof(int)
            where !unlimited.Contains(option.Name) && command.Parse([$"{option.Name}=-1"]).Errors is []
            select $"{command.Name} {option.Name}";

        accepting.ShouldBeEmpty();
    }

    [Fact]
    public async Task UnknownOptions_StudyPassesOptionsOn_ReachLoadToolAndRepeatCommand()
    {
        string[] passedOn = ["-c", "50", "--turn=2s", "--record=x", "--Client:Lifetime=shared"];

        await ProbeStudy.InvokeAsync(
            _study, ["--rounds", "15", .. passedOn, "--out", "x", "--latency", "20", "--starts=1", "--processes", "y"]);

        _study.Context!.ResultsFolder.ShouldBe("x");
        _study.Context.UserOptions.ShouldBe(passedOn);
        _study.Context.RepeatCommand.ShouldBe(
            $"make study NAME=probe ARGS=\"--rounds 15 --starts 1 --latency 20 {string.Join(' ', passedOn)}\"");
    }

    [Theory]
    [InlineData(ExitCode.Success, "list")]
    [InlineData(ExitCode.Success)]
    [InlineData(ExitCode.Success, "--help")]
    [InlineData(ExitCode.UsageError, "nonsense")]
    [InlineData(ExitCode.UsageError, "demo", "--set", "nonsense")]
    [InlineData(ExitCode.UsageError, "claims", "Z9")]
    [InlineData(ExitCode.UsageError, "chattiness", "--rounds", "many")]
    public async Task CommandLine_RunsNoStudy_ExitsWithExpectedCode(int code, params string[] args) =>
        (await InvokeAsync(args)).ShouldBe(code);

    [Fact]
    public async Task Study_ThrowsException_FailsOnlyIfItIsExpectedAndTheStudyNotSkipped()
    {
        (await ProbeStudy.InvokeAsync(new ProbeStudy(run: _ => throw new StudyException("No engine"))))
            .ShouldBe(ExitCode.Failed);
        (await ProbeStudy.InvokeAsync(new ProbeStudy(run: _ => throw new StudyException("No engine"))
        {
            Obstacle = "this study needs another system",
        })).ShouldBe(ExitCode.Success);
        await Should.ThrowAsync<InvalidOperationException>(() => ProbeStudy.InvokeAsync(
            new ProbeStudy(run: _ => throw new InvalidOperationException("Sequence contains no elements"))));
    }

    [Fact]
    public async Task Study_Interrupted_ExitsWithCodeInterrupted()
    {
        using var stop = new CancellationTokenSource();
        var study = new ProbeStudy(run: async context =>
        {
            await stop.CancelAsync();
            await Task.Delay(TimeSpan.FromMinutes(1), context.Environment.StopToken);
            return ExitCode.Success;
        });

        (await new StudyCommandLine([], study).InvokeAsync(["probe"], stop.Token)).ShouldBe(ExitCode.Interrupted);
    }

    private static Task<int> InvokeAsync(params string[] args) =>
        new StudyCommandLine(StudyCatalog.Groups, StudyCatalog.OtherCommands).InvokeAsync(
            args, TestContext.Current.CancellationToken);
}
