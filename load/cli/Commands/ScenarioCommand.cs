namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// A command that sends requests, which are defined by URLs, by a scenario file, by options, or by all of these: an
/// option of the command line replaces the key of the same name in the file.
/// </summary>
internal abstract class ScenarioCommand : Command, IHasExample
{
    private readonly CommandSet _command;
    private readonly Argument<string[]> _targets;
    private readonly (string Title, Setting<Scenario> Setting, Option Option)[] _options;

    protected ScenarioCommand(
        string name,
        string description,
        CommandSet command,
        string targets = "url-or-scenario",
        string targetHelp = "URLs to send requests to, and a scenario file in YAML. The keys of the file have the names "
            + "of the options; an option overrides the key of the same name.")
        : base(name, description)
    {
        _command = command;
        _targets = new Argument<string[]>(targets) { Description = targetHelp, Arity = ArgumentArity.ZeroOrMore };
        _targets.CompletionSources.Add(context => FindScenarios(context.WordToComplete));
        _options =
        [
            .. from @group in ScenarioSettings.Groups
               from setting in @group.Settings
               where setting.IsOf(command)
               select (@group.Title, setting, CreateOption(setting, command)),
        ];
        Add(_targets);
        foreach (var (_, _, option) in _options)
            Add(option);
        SetAction(StartAsync);
    }

    public static string ParameterHelp { get; } =
        "The URL, headers and body may contain parameters. Their values are columns of --file, come "
        + "from a plugin, or are random, as in {{{at:RAND_DATE}}}. In a URL they are percent-encoded. The kinds of "
        + $"random values are: {RandomValues.Names}.";

    public abstract string Example { get; }

    public IEnumerable<(string Title, IEnumerable<Option> Options)> Groups =>
        _options.Where(one => !one.Option.Hidden)
            .GroupBy(one => one.Title, (title, all) => (title, all.Select(one => one.Option)));

    public IEnumerable<(string Name, string Text)> GetOftenUsed() => _options
        .Where(one => one.Setting.IsOften && !one.Option.Hidden)
        .Select(one => (Help.FormatOption(one.Option), one.Setting.Summary));

    public int CountOthers() => _options.Count(one => !one.Option.Hidden) - GetOftenUsed().Count();

    /// <summary>Does what the file and the options say, with the arguments that say where requests go.</summary>
    /// <exception cref="ParseException">The scenario has an error, and nothing was sent.</exception>
    protected abstract Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted);

    /// <summary>Whether an argument says where requests go. Other arguments are scenario files.</summary>
    protected virtual bool IsTarget(string word) =>
        word.StartsWith("http://", StringComparison.Ordinal) || word.StartsWith("https://", StringComparison.Ordinal);

    private Task<int> StartAsync(ParseResult parsed, CancellationToken interrupted)
    {
        // .NET reads other bytes than UTF-8 as U+FFFD, which the target would get.
        if (parsed.Tokens.Any(token => token.Value.Contains('\uFFFD', StringComparison.Ordinal)))
            throw ParseException.Create("the command line is not UTF-8");
        var words = parsed.GetValue(_targets) ?? [];
        // The command line parser takes an unknown option for an argument.
        if (words.FirstOrDefault(word => word.StartsWith('-')) is { } unknown)
            throw CreateError(unknown.Split('=')[0]);
        var typed = GetTyped(parsed).ToArray();
        var steer = typed.LastOrDefault(one => one.Setting.Name is "steer").Text?.Text ?? GetVariable("LOAD_STEER");
        var isSteered = _command.HasFlag(CommandSet.Steered) && steer is "true";
        var command = isSteered ? CommandSet.Steered : _command & ~CommandSet.Steered;
        if (typed.FirstOrDefault(one => !one.Setting.IsOf(command)).Text is { } other)
            throw isSteered ? ParseException.Create("cannot be combined with --steer").At(other) : CreateError(other.Source);
        var usual = GetVariable("LOAD_SCENARIO");
        if (words.Length == 0 && usual is not null && typed.All(one => one.Setting.Name is not "url"))
            words = [usual];
        string[] files = [.. words.Where(word => !IsTarget(word))];
        if (files.Length > 1)
        {
            throw ParseException.Create(
                $"there are {files.Length} scenario files: {string.Join(", ", files)}", "one of them");
        }

        // Options that are not typed have the values of environment variables, which replace the keys of the file.
        var names = typed.Select(one => one.Setting.Name).ToHashSet();
        var options = typed.Concat(
            from one in _options
            let setting = one.Setting
            where setting.IsOf(command) && !ExclusiveKeys.IsReplaced(setting.Name, names)
            let text = GetVariable(setting.Variable)
            where text is not null
            select (setting, new SourceSpan(text, setting.Variable))).ToArray();
        var scenario = Scenario.Read(CommandLine.Format(parsed), files is [var path] ? ScenarioFile.Open(path) : null, options);
        return RunAsync(scenario, [.. words.Where(IsTarget)], interrupted);
    }

    private IEnumerable<(Setting<Scenario> Setting, SourceSpan Text)> GetTyped(ParseResult parsed) =>
        from one in _options
        let result = parsed.GetResult(one.Option)
        where result is { Implicit: false }
        // Error messages name the option as the user typed it, in its short or its long form.
        let name = result.IdentifierToken!.Value
        from text in result.Tokens.Count == 0 ? ["true"] : result.Tokens.Select(token => token.Value)
        select (one.Setting, new SourceSpan(text, name));

    // The command does not have the option.
    private ParseException CreateError(string option)
    {
        (CommandSet Command, string Name)[] all =
        [
            (CommandSet.Run, "run"), (CommandSet.Compare, "compare"), (CommandSet.Steered, "run --steer"),
            (CommandSet.DryRun, "dry-run"), (CommandSet.Ab, "ab"),
        ];
        var key = ScenarioSettings.Find(option);
        var others = string.Join(", ", all.Where(one => key?.IsOf(one.Command) is true).Select(one => one.Name));
        var nearest = NearestName.Find(option.TrimStart('-'), _options.Select(one => one.Setting));
        var error = key is null ? ParseException.Create("unknown option", nearest?.Option)
            : ParseException.Create($"this command does not have this option; others have it: {others}");
        return error.At(new SourceSpan("", option));
    }

    private static Option CreateOption(Key key, CommandSet commands)
    {
        Option option = key.IsSwitch ? new Option<bool>(key.Option, key.Aliases)
            : key.IsRepeatable ? new Option<string[]>(key.Option, key.Aliases)
            : new Option<string>(key.Option, key.Aliases);
        option.Description = key.Help + key.FormattedDefault;
        // What load run has for --steer only is in the help of load compare.
        option.Hidden = (key.Commands & commands) == CommandSet.Steered;
        option.CompletionSources.Add(key.Completions);
        if (key.IsSwitch)
            return option;
        option.HelpName = key.ValueName ?? key.Name;
        option.Arity = new ArgumentArity(1, key.IsRepeatable ? ArgumentArity.OneOrMore.MaximumNumberOfValues : 1);
        return option;
    }

    private static string? GetVariable(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? text : null;

    private static IEnumerable<string> FindScenarios(string word)
    {
        var folder = Path.GetDirectoryName(word) is { Length: > 0 } given ? given : ".";
        return !Directory.Exists(folder) ? []
            : Directory.EnumerateFiles(folder, "*.yaml").Select(path => folder is "." ? Path.GetFileName(path) : path);
    }
}
