namespace Experiments.Commands;

internal abstract class StudyCommand : Command
{
    protected const int MaxStarts = 20;
    private static readonly TimeSpan LongestStay = TimeSpan.FromMinutes(10);

    private readonly Option<int>? _rounds;
    private Option<int>? _starts;

    private readonly Option<string> _folder = StudyOptions.CreateText(
        "--out", "FOLDER", "The folder for the result files. [default: a folder in results/]");

    private readonly Option<string> _processList = StudyOptions.CreateText(
        "--processes", "FILE", "Write a line with the role, address and process id of each started service to this file.");

    private readonly Option<string> _publish = StudyOptions.CreateText(
        "--publish", "WORDS", "Write the table to experiments/results, where WORDS describe the state of the machine.");

    private readonly Option<bool> _resume = new("--resume")
    {
        Description = "Go on where the last run of this name has ended, in the folder of its results, or in --out.",
    };

    private readonly Option<bool> _live = new("--live") { Description = "Show each run of the load tool on a page." };

    private readonly Option<string> _page =
        StudyOptions.CreateText("--page", "URL", "The address of the page.", ShowProcess.DefaultPage);

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

    // A command without rounds is no study.
    protected virtual string MakeCommand => _rounds is null ? $"make {Name}" : $"make study NAME={Name}";

    /// <summary>Whether the services that are started are not listed.</summary>
    protected virtual bool IsQuiet => false;

    protected virtual string DefaultFolder =>
        ProgramLocator.GetResultsPath($"{Name}-{Guid.NewGuid():N}"[..(Name.Length + 9)]);

    /// <summary>Estimates how long the command takes.</summary>
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

    /// <summary>Adds the option --publish, which writes the table to experiments/results.</summary>
    protected void AddPublishOption() => Add(_publish);

    /// <summary>Adds the option --resume to a command whose starts are files in the folder of its results.</summary>
    protected void AddResumeOption() => Add(_resume);

    /// <summary>Adds the option --starts to a study whose rounds are those of one start.</summary>
    protected void AddStartsOption(int standard) => Add(_starts = StudyOptions.CreateNumber(
        "--starts",
        "How often to start the services and measure." + (_rounds is null ? "" : " If you set --rounds only, they start once."),
        standard, 1, MaxStarts));

    // Rounds that the user asks for are those of one start, unless the user asks for starts, too.
    protected int GetStarts(ParseResult arguments) => _starts is null
        || (IsGiven(arguments, _rounds) && !IsGiven(arguments, _starts)) ? 1 : arguments.GetValue(_starts);

    private async Task<int> InvokeAsync(ParseResult arguments, CancellationToken stop)
    {
        if (SkipReason is { } reason)
        {
            Console.WriteLine($"  Skipped: {reason}.");
            return ExitCode.Success;
        }

        var rounds = _rounds is null ? 0 : arguments.GetValue(_rounds);
        var length = EstimateDuration(arguments, rounds) is { } duration ? FormatDuration(duration) : "";
        var question = DescribeQuestion(arguments);
        if (question is not null)
            Console.WriteLine($"{question} {char.ToUpperInvariant(length[0])}{length[1..]}.");
        else if (length.Length > 0)
            Console.WriteLine($"  duration     {length}");
        var folder = arguments.GetValue(_folder)
            ?? (arguments.GetValue(_resume) ? FindLastFolder() : null) ?? DefaultFolder;
        var events = Path.Combine(folder, "live.events.ndjson");
        await using var show = arguments.GetValue(_live)
            ? await ShowProcess.FollowAsync(events, GetPage(arguments))
            : null;
        if (show is not null)
            Console.WriteLine($"  live         {show.Page}");
        await using var environment =
            new TestbedEnvironment(stop, arguments.GetValue(_processList), isQuiet: IsQuiet || question is not null);
        try
        {
            var code = await RunAsync(new StudyContext
            {
                Environment = environment,
                Arguments = arguments,
                Rounds = rounds,
                Events = show is null ? null : events,
                ResultsFolder = folder,
                Note = arguments.GetValue(_publish),
                RepeatCommand = FormatRepeatCommand(arguments),
            });
            if (show is not null && !Console.IsOutputRedirected)
            {
                Console.WriteLine(
                    $"  live         the page stays open for {LongestStay.TotalMinutes} minutes; Ctrl-C closes it");
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
            await Console.Error.WriteLineAsync(failure.Message);
            return ExitCode.Failed;
        }
    }

    private string? FindLastFolder() => new DirectoryInfo(ProgramLocator.GetResultsPath())
        .GetDirectories($"{Name}-????????").MaxBy(folder => folder.LastWriteTimeUtc) is { Name: var last }
            ? ProgramLocator.GetResultsPath(last) : null;

    private static bool IsGiven(ParseResult arguments, Option? option) =>
        option is not null && arguments.GetResult(option) is { Implicit: false };

    private string FormatRepeatCommand(ParseResult arguments)
    {
        // These options do not change what is measured.
        Option[] left = [_folder, _processList, _live, _page, _resume];
        var own = Options.Except(left).Where(option => IsGiven(arguments, option)).SelectMany(option =>
            arguments.GetResult(option)!.Tokens.Select(token => token.Value).Prepend(option.Name));
        var passedOn = string.Join(' ', own.Concat(arguments.UnmatchedTokens));
        return MakeCommand + (passedOn is "" ? "" : $" ARGS=\"{passedOn}\"");
    }

    internal static string FormatDuration(TimeSpan duration) => duration < TimeSpan.FromSeconds(100)
        ? $"about {Math.Ceiling(duration.TotalSeconds / 10) * 10:0} seconds"
        : $"about {Math.Ceiling(duration.TotalMinutes):0} minutes";
}
