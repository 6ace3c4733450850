namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// A command that sends requests, which are defined by URLs, by a scenario file, by options, or by all of these: an
/// option of the command line replaces the key of the same name in the file.
/// </summary>
internal abstract class ScenarioCommand : Command, IHasExample
{
    private readonly CommandSet _command;
    private readonly Argument<string[]> _targets;
    private readonly (Key Key, Option Option)[] _options;

    protected ScenarioCommand(
        string name,
        string description,
        CommandSet command,
        string? targets = null,
        string? targetHelp = null)
        : base(name, description)
    {
        _command = command;
        var keys = ScenarioKeys.All.Where(key => key.IsOf(command));
        _options = [.. keys.Select(key => (key, CreateOption(key, command)))];
        _targets = new Argument<string[]>(targets ?? "url-or-scenario")
        {
            Description = targetHelp ?? "URLs to send requests to, and a scenario file in YAML. The keys of the file "
                + "have the names of the options; an option overrides the key of the same name.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        RejectOptions(_targets);
        Add(_targets);
        foreach (var (_, option) in _options)
            Add(option);
        SetAction(StartAsync);
    }

    public abstract string Example { get; }

    /// <summary>Creates the argument of commands that read results.</summary>
    public static Argument<string[]> CreateResultFiles(string description)
    {
        var files = new Argument<string[]>("result.json")
        {
            Description = description,
            Arity = ArgumentArity.OneOrMore,
        };
        RejectOptions(files);
        return files;
    }

    // Makes an unknown option an error, which the parser would take for a value of the argument.
    private static void RejectOptions(Argument<string[]> argument) =>
        argument.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => token.Value.StartsWith('-')))
            {
                var option = token.Value.Split('=')[0];
                result.AddError($"{option}: error: {DescribeUnknown(option)}");
            }
        });

    /// <summary>Does what the file and the options say, with the arguments that say where requests go.</summary>
    /// <exception cref="ParseException">The scenario has an error, and nothing was sent.</exception>
    protected abstract Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted);

    /// <summary>Whether an argument says where requests go. Other arguments are scenario files.</summary>
    protected virtual bool IsTarget(string word) => StoredCommand.IsUrl(word);

    private Task<int> StartAsync(ParseResult parsed, CancellationToken interrupted)
    {
        // .NET reads other bytes than UTF-8 as U+FFFD, which the target would get.
        if (parsed.Tokens.Any(token => token.Value.Contains('\uFFFD', StringComparison.Ordinal)))
            throw ParseException.Create("the command line is not UTF-8");
        var words = parsed.GetValue(_targets) ?? [];
        var typed = GetTyped(parsed).ToArray();
        var steer = typed.LastOrDefault(one => one.Key.Name is "steer").Text?.Text ?? GetVariable("LOAD_STEER");
        var isSteered = _command.HasFlag(CommandSet.Steered) && steer is "true";
        var command = isSteered ? CommandSet.Steered : _command & ~CommandSet.Steered;
        if (typed.FirstOrDefault(one => !one.Key.IsOf(command)).Text is { } other)
        {
            throw ParseException.Create(
                isSteered ? "cannot be combined with --steer" : DescribeUnknown(other.Source)).At(other);
        }

        var usual = GetVariable("LOAD_SCENARIO");
        if (words.Length == 0 && usual is not null && typed.All(one => one.Key.Name is not "url"))
            words = [usual];
        var file = ScenarioFile.OpenOnly([.. words.Where(word => !IsTarget(word))]);
        // Options that are not typed have the values of environment variables, which replace the keys of the file.
        var names = typed.Select(one => one.Key.Name).ToHashSet();
        var variables =
            from key in ScenarioKeys.All
            where key.IsOf(command) && !Scenario.IsReplaced(key.Name, names)
            let text = GetVariable(key.Variable)
            where text is not null
            select (key, new SourceSpan(text, key.Variable));
        var scenario = Scenario.Read(
            CommandLine.Format(parsed), file, [.. typed, .. variables]);
        return RunAsync(scenario, [.. words.Where(IsTarget)], interrupted);
    }

    private IEnumerable<(Key Key, SourceSpan Text)> GetTyped(ParseResult parsed) =>
        from one in _options
        let result = parsed.GetResult(one.Option)
        where result is { Implicit: false }
        // Error messages name the option as the user typed it, in its short or its long form.
        let name = result.IdentifierToken!.Value
        from text in result.Tokens.Count == 0 ? ["true"] : result.Tokens.Select(token => token.Value)
        select (one.Key, new SourceSpan(text, name));

    private static string DescribeUnknown(string option)
    {
        (CommandSet Command, string Name)[] all =
        [
            (CommandSet.Run, "run"), (CommandSet.Compare, "compare"), (CommandSet.Steered, "run --steer"),
            (CommandSet.DryRun, "dry-run"), (CommandSet.Ab, "ab"),
        ];
        if (ScenarioKeys.Find(option) is { } key)
        {
            var others = string.Join(", ", all.Where(one => key.IsOf(one.Command)).Select(one => one.Name));
            return $"this command does not have this option; others have it: {others}";
        }

        var nearest = Key.FindNearest(option.TrimStart('-'), ScenarioKeys.All.Select(one => one.Name));
        return $"unknown option{(nearest is null ? "" : $". Try --{nearest}")}";
    }

    private static Option CreateOption(Key key, CommandSet command)
    {
        Option option = key.IsSwitch ? new Option<bool>(key.Option, key.Aliases)
            : key.IsRepeatable ? new Option<string[]>(key.Option, key.Aliases)
            : new Option<string>(key.Option, key.Aliases);
        option.Description = key.Help + (key.Default is null ? "" : $" [default: {key.Default}]");
        // What load run has for --steer only is in the help of load compare.
        option.Hidden = (key.Commands & command) == CommandSet.Steered;
        if (key.IsSwitch)
            return option;
        option.HelpName = key.ValueName ?? key.Name;
        option.Arity = new ArgumentArity(1, key.IsRepeatable ? ArgumentArity.OneOrMore.MaximumNumberOfValues : 1);
        return option;
    }

    private static string? GetVariable(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? text : null;
}
