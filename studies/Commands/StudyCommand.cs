using System.CommandLine.Parsing;

namespace Studies.Commands;

internal abstract class StudyCommand : Command
{
    protected const int MaxStarts = 20;
    private static readonly TimeSpan LongestStay = TimeSpan.FromMinutes(10);

    private readonly Option<int>? _rounds;
    private Option<int>? _starts;

    private readonly Option<string?> _folder = new("--out")
    {
        Description = "The folder for the result files. [default: a folder in results/]",
        HelpName = "FOLDER",
    };

    private readonly Option<string?> _processList = new("--processes")
    {
        Description = "Write the role, address and process id of each started service to this file, as JSON.",
        HelpName = "FILE",
    };

    private readonly Option<bool> _live = new("--live") { Description = "Show each run of the load tool on a page." };

    private readonly Option<string> _page = new("--page")
    {
        Description = "The address of the page.",
        HelpName = "URL",
        DefaultValueFactory = _ => ShowProcess.DefaultPage,
    };

    protected StudyCommand(string name, string summary, RoundsDefinition? rounds)
        : base(name, summary)
    {
        if (rounds is not null)
            Add(_rounds = rounds.ToOption());
        Add(_folder);
        Add(_processList);
        SetAction(InvokeAsync);
    }

    /// <summary>Why this operating system cannot run the command, as a clause; null if it can.</summary>
    protected virtual string? SkipReason => null;

    /// <summary>What to do after the command, for the last line of its output; null for nothing.</summary>
    protected virtual string? Next => null;

    // A command without rounds is no study.
    protected virtual string MakeCommand => _rounds is null ? $"make {Name}" : $"make study NAME={Name}";

    protected virtual string DefaultFolder =>
        ProgramLocator.GetResultsPath($"{Name}-{Guid.NewGuid():N}"[..(Name.Length + 9)]);

    /// <summary>Estimates how long the command takes, with one start of the services.</summary>
    /// <returns>The estimated duration; null for a command that runs until the user stops it.</returns>
    protected virtual TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    /// <summary>Describes what is compared, in the words of a person; null if the name of the command does.</summary>
    protected virtual string? DescribeQuestion(ParseResult arguments) => null;
    protected abstract Task<int> RunAsync(StudyContext context);

    /// <summary>Makes the command accept options that it does not know, and pass them on to another program.</summary>
    protected void PassUnknownOptionsTo(string program)
    {
        TreatUnmatchedTokensAsErrors = false;
        Description += $" Other options are passed on to {program}.";
    }

    protected void AddLiveOption()
    {
        Add(_live);
        AddPageOption();
    }

    protected void AddPageOption() => Add(_page);
    protected string GetPage(ParseResult arguments) => arguments.GetRequiredValue(_page);

    /// <summary>Adds the option --starts to a study that makes exactly one comparison.</summary>
    protected void AddStartsOption(int standard) => Add(_starts = StudyOptions.CreateNumber(
        "--starts", "How often to start the services and measure. With --rounds: once, unless you set it.",
        standard, 1, MaxStarts));

    // Rounds that the user asks for are those of one start, unless the user asks for starts, too.
    protected int GetStarts(ParseResult arguments) => _starts switch
    {
        null => 1,
        _ when UserSetRounds(arguments) && arguments.GetResult(_starts) is not { Implicit: false } => 1,
        _ => arguments.GetValue(_starts),
    };

    private async Task<int> InvokeAsync(ParseResult arguments, CancellationToken stop)
    {
        if (SkipReason is { } reason)
        {
            Console.WriteLine($"  Skipped: {reason}.");
            return ExitCode.Success;
        }

        var rounds = _rounds is null ? 0 : arguments.GetValue(_rounds);
        var starts = GetStarts(arguments);
        var duration = EstimateDuration(arguments, rounds);
        var length = duration is { } known ? FormatDuration(starts * known) : "";
        if (DescribeQuestion(arguments) is { } question)
            Console.WriteLine($"{question} {char.ToUpperInvariant(length[0])}{length[1..]}.");
        else if (duration is not null)
            Console.WriteLine($"  duration     {length}");
        var folder = arguments.GetValue(_folder) ?? DefaultFolder;
        var code = starts is 1
            ? await InvokeAsync(arguments, rounds, starts, 1, folder, null, stop)
            : await InvokeEachStartAsync(arguments, rounds, starts, duration, folder, stop);
        if (code is ExitCode.Success && Next is not null)
            Console.WriteLine($"  next    {Next}");
        return code;
    }

    private async Task<int> InvokeEachStartAsync(
        ParseResult arguments, int rounds, int starts, TimeSpan? duration, string folder, CancellationToken stop)
    {
        var progress = StartProgress.Create(starts, duration);
        var name = $"{Name}-{Guid.NewGuid():N}"[..(Name.Length + 9)];
        string[] folders =
            [.. Enumerable.Range(1, starts).Select(start => Path.Combine(folder, name, $"start-{start}"))];
        foreach (var (index, one) in folders.Index())
        {
            var code = await progress.ShowWhileAsync(
                index + 1, () => InvokeAsync(arguments, rounds, starts, index + 1, one, progress, stop));
            if (code is not (ExitCode.Success or ExitCode.Invalid))
                return code;
            progress.EndStart(index + 1, Directory.CreateDirectory(one).GetFiles("*.json").FirstOrDefault()?.FullName);
        }

        await using var load = new LoadToolRunner(stop);
        var merged = await load.MergeAsync(
            folder, [.. folders.SelectMany(one => Directory.GetFiles(one, "*.json"))], Name,
            FormatRepeatCommand(arguments, rounds));
        return merged.ToolExitCode;
    }

    private async Task<int> InvokeAsync(
        ParseResult arguments, int rounds, int starts, int start, string folder, StartProgress? progress,
        CancellationToken stop)
    {
        var isLive = Options.Contains(_live) && arguments.GetValue(_live);
        await using var show = isLive
            ? await ShowProcess.FollowAsync(Path.Combine(folder, "live.events.ndjson"), GetPage(arguments))
            : null;
        if (show is not null)
            Console.WriteLine($"  live         {show.Page}");
        await using var environment = new TestbedEnvironment(
            stop, arguments.GetValue(_processList), progress is not null || DescribeQuestion(arguments) is not null);
        await using var load = new LoadToolRunner(stop, show);
        var context = new StudyContext
        {
            Environment = environment,
            LoadRunner = load,
            Arguments = arguments,
            Rounds = rounds,
            UserRounds = UserSetRounds(arguments) ? rounds : null,
            Starts = starts,
            StartNumber = start,
            ResultsFolder = folder,
            RepeatCommand = FormatRepeatCommand(arguments, rounds),
        };
        try
        {
            var code = await RunAsync(context);
            if (show is not null && start == starts && !Console.IsOutputRedirected)
            {
                Console.WriteLine($"  live         the page stays for {LongestStay.TotalMinutes} minutes; Ctrl-C ends it");
                await Task.Delay(LongestStay, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            return code;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception failure) when (StudyException.IsExpected(failure))
        {
            progress?.Clear();
            await Console.Error.WriteLineAsync(failure.Message);
            return ExitCode.Failed;
        }
    }

    protected bool UserSetRounds(ParseResult arguments) =>
        _rounds is not null && arguments.GetResult(_rounds) is { Implicit: false };

    private string FormatRepeatCommand(ParseResult arguments, int rounds)
    {
        var hasRounds = UserSetRounds(arguments);
        var isStudy = MakeCommand.StartsWith("make study", StringComparison.Ordinal);
        // These options do not change what is measured, or have a place of their own in the command.
        Option?[] left = [_folder, _processList, _live, _page, isStudy ? _rounds : null];
        IEnumerable<string> own = Options.Except(left.OfType<Option>()).Where(option => !option.Hidden)
            .Select(arguments.GetResult)
            .OfType<OptionResult>()
            .Where(option => !option.Implicit)
            .Select(option => string.Join(' ', [option.Option.Name, .. option.Tokens.Select(token => token.Value)]));
        string[] passedOn = [.. own, .. arguments.UnmatchedTokens];
        return MakeCommand
            + (hasRounds && isStudy ? $" ROUNDS={rounds}" : "")
            + (passedOn is [] ? "" : $" ARGS=\"{string.Join(' ', passedOn)}\"");
    }

    protected static string FormatDuration(TimeSpan duration) => duration < TimeSpan.FromSeconds(100)
        ? $"about {Math.Ceiling(duration.TotalSeconds / 10) * 10:0} seconds"
        : $"about {Math.Ceiling(duration.TotalMinutes):0} minutes";
}
