using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// A command that sends requests, which are defined by URLs, by a scenario file, by options, or by all of these: an
/// option of the command line replaces the key of the same name in the file.
/// </summary>
internal abstract class ScenarioCommand : Command, IHasExample
{
    private readonly CommandSet _command;
    private readonly Argument<string[]> _targets;

    private readonly (string Title, OptionKey Key, Option Option)[] _options;

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
        _options =
        [
            .. from @group in OptionCatalog.Groups
               from key in @group.Keys
               where IsOf(key, command)
               select (@group.Title, key, CreateOption(key, command)),
        ];
        Add(_targets);
        foreach (var (_, _, option) in _options)
            Add(option);
    }

    public static string ParameterHelp { get; } =
        "The URL, headers and body may contain parameters, such as {{{id}}}. Their values are columns of --file, come "
        + "from a plugin, or are random, as in {{{at:RAND_DATE}}}. In a URL they are percent-encoded. The kinds of "
        + $"random values are: {RandomValues.Names}.";

    public abstract string Example { get; }

    public IEnumerable<(string Title, IEnumerable<Option> Options)> Groups =>
        _options.Where(one => !one.Option.Hidden)
            .GroupBy(one => one.Title, (title, all) => (title, all.Select(one => one.Option)));

    public IEnumerable<(string Name, string Text)> GetOftenUsed() => _options
        .Where(one => one.Key.Info.IsOften && IsOf(one.Key, GetCommand(new Dictionary<string, ConfigNode>())))
        .Select(one => (Help.FormatOption(one.Option), one.Key.Info.Summary));

    public int CountOthers() => _options.Count(one => !one.Option.Hidden) - GetOftenUsed().Count();

    /// <summary>Reads the options before any request is sent, so that all errors can be reported at once.</summary>
    /// <returns>The action of the command, or null if the options contain an error.</returns>
    public Func<CancellationToken, Task<int>>? Prepare(ParseResult parsed, DiagnosticList diagnostics)
    {
        var words = RemoveUnknownOptions(
            parsed.GetValue(_targets) ?? [], [.. _options.Select(one => one.Key)], diagnostics).ToArray();
        var options = _options.Where(one => parsed.GetResult(one.Option) is { Implicit: false })
            .ToDictionary(one => one.Key.Name, one => CreateNode(one.Key, parsed.GetResult(one.Option)!));
        var command = GetCommand(options);
        foreach (var key in _options.Select(one => one.Key).Where(key => options.ContainsKey(key.Name)))
        {
            if (!IsOf(key, command))
            {
                var span = options[key.Name].Span;
                if (command is CommandSet.Steered)
                    diagnostics.Add(span, "cannot be combined with --steer");
                else
                    diagnostics.Add(span, UnknownKey.CreateErrorForOtherCommand(key));
            }
        }

        if (words.Length == 0 && !options.ContainsKey("url") && GetVariable("LOAD_SCENARIO") is { } usual)
            words = [usual];
        AddVariables(options, command);
        string[] urls = [.. words.Where(IsTarget)];
        string[] files = [.. words.Where(word => !IsTarget(word))];
        if (files.Length > 1)
            diagnostics.Add(null, $"there are {files.Length} scenario files: {string.Join(", ", files)}", "one of them");
        var file = files is [var path, ..] ? ScenarioFile.Read(path, diagnostics) : null;
        if (files.Length > 0 && file is null)
            return null;
        var action = Bind(urls, options, file, nodes => Scenario.Read(parsed, file, nodes, diagnostics), diagnostics);
        return diagnostics.Count == 0 ? action : null;
    }

    protected abstract Func<CancellationToken, Task<int>>? Bind(Scenario scenario);

    protected virtual Func<CancellationToken, Task<int>>? Bind(
        string[] urls,
        Dictionary<string, ConfigNode> options,
        ScenarioFile? file,
        Func<Dictionary<string, ConfigNode>, Scenario> read,
        DiagnosticList diagnostics)
    {
        if (GetCommand(options) is CommandSet.Compare or CommandSet.Steered && urls.Length > 1)
            UrlVariants.Add(urls, options, file, diagnostics);
        else if (urls.Length > 0)
        {
            options["url"] = ConfigNode.CreateList(
                [.. urls.Select(ConfigNode.CreateArgument), .. options.GetValueOrDefault("url")?.Items ?? []]);
        }

        return Bind(read(options));
    }

    /// <summary>Gets the command whose options count, of those that this command can be.</summary>
    protected virtual CommandSet GetCommand(IReadOnlyDictionary<string, ConfigNode> options) => _command;

    /// <summary>Whether an argument says where requests go. Other arguments are scenario files.</summary>
    protected virtual bool IsTarget(string word) => IsUrl(word);

    // Options that are not typed have the values of environment variables, which replace the keys of the scenario file.
    private void AddVariables(Dictionary<string, ConfigNode> options, CommandSet command)
    {
        foreach (var key in _options.Select(one => one.Key).Where(key => !ExclusiveKeys.IsReplaced(key.Name, options)))
        {
            if (IsOf(key, command) && GetVariable(key.Variable) is { } text)
                options[key.Name] = new ConfigNode(new SourceSpan(text, key.Variable));
        }
    }

    private static bool IsOf(OptionKey key, CommandSet command) => (key.Info.Commands & command) != CommandSet.None;

    protected static string? GetVariable(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? text : null;

    // The command line parser takes an unknown option, and its value, for arguments.
    private static IEnumerable<string> RemoveUnknownOptions(
        string[] words, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics)
    {
        for (var i = 0; i < words.Length; i++)
        {
            if (!words[i].StartsWith('-'))
            {
                yield return words[i];
                continue;
            }

            var name = words[i].Split('=')[0];
            diagnostics.Add(new SourceSpan(words[i], name), UnknownKey.CreateErrorForOption(name, known));
            if (name == words[i] && i + 1 < words.Length && !IsUrl(words[i + 1]) && !words[i + 1].StartsWith('-'))
                i++;
        }
    }

    private static bool IsUrl(string word) =>
        word.StartsWith("http://", StringComparison.Ordinal) || word.StartsWith("https://", StringComparison.Ordinal);

    private static ConfigNode CreateNode(OptionKey key, OptionResult option)
    {
        // Error messages name the option as the user typed it, in its short or its long form.
        var name = option.IdentifierToken!.Value;
        ConfigNode[] nodes = [.. option.Tokens.Select(token => Create(token.Value))];
        return key.IsSwitch ? nodes.FirstOrDefault() ?? Create("true")
            : key is { IsRepeatable: true, IsListOfItems: false } && nodes.Length > 0 ? ConfigNode.CreateList(nodes)
            : nodes[0];

        ConfigNode Create(string text) => new(new SourceSpan(text, name));
    }

    private static Option CreateOption(OptionKey key, CommandSet command)
    {
        var help = key.Info.Default is { } value ? $"{key.Info.Help} [default: {value}]" : key.Info.Help;
        var isList = key is { IsRepeatable: true, IsListOfItems: false };
        Option option = key.IsSwitch ? new Option<bool>(key.Option, key.Info.Aliases)
            : isList ? new Option<string[]>(key.Option, key.Info.Aliases)
            : new Option<string>(key.Option, key.Info.Aliases);
        option.Description = help;
        // What load run has for --steer only is in the help of load compare.
        option.Hidden = (key.Info.Commands & command) == CommandSet.Steered;
        if (key.IsSwitch)
            return option;
        option.HelpName = key.ValueName;
        option.Arity = new ArgumentArity(1, isList ? ArgumentArity.OneOrMore.MaximumNumberOfValues : 1);
        return option;
    }
}

internal static class UrlVariants
{
    public static void Add(
        string[] urls, Dictionary<string, ConfigNode> options, ScenarioFile? file, DiagnosticList diagnostics)
    {
        if (options.ContainsKey("vary"))
        {
            diagnostics.Add(new SourceSpan("", "--vary"), $"cannot be combined with {urls.Length} URLs", "one URL");
            options["url"] = ConfigNode.CreateList([ConfigNode.CreateArgument(urls[0])]);
            return;
        }

        Add(urls, [.. GetNames(urls)], options, file);
    }

    public static void Add(string[] urls, string[] names, Dictionary<string, ConfigNode> options, ScenarioFile? file)
    {
        options["vary"] = ConfigNode.CreateList(
        [
            .. urls.Zip(names, (url, name) => ConfigNode.CreateArgument(url) with
            {
                Entries =
                [
                    (new SourceSpan("name", url), new ConfigNode(new SourceSpan(name, url))),
                    (new SourceSpan("url", url), ConfigNode.CreateArgument(url)),
                ],
            }),
        ]);
        if (file?.Root.Entries!.Any(entry => entry.Name.Text == "url") is not true)
            options.TryAdd("url", ConfigNode.CreateArgument(UrlText.GetBaseUrl(urls[0])));
    }

    // The variants are named by what differs: the hosts, the paths, or both.
    private static IEnumerable<string> GetNames(string[] urls)
    {
        string[] hosts = [.. urls.Select(GetHost)];
        string[] paths = [.. urls.Select(url => Redactor.Default.RedactUrl(url[UrlText.GetBaseUrl(url).Length..]))];
        var names = hosts.Distinct().Count() == urls.Length ? hosts
            : paths.Distinct().Count() == urls.Length ? paths
            : [.. hosts.Zip(paths, string.Concat)];
        var counts = new Dictionary<string, int>();
        foreach (var name in names)
        {
            var count = counts[name] = counts.GetValueOrDefault(name) + 1;
            yield return count == 1 ? name : $"{name} ({count})";
        }
    }

    private static string GetHost(string url)
    {
        var baseUrl = UrlText.GetBaseUrl(UrlText.SplitUserInfo(url).Url);
        return baseUrl[(baseUrl.IndexOf("://", StringComparison.Ordinal) + 3)..];
    }
}
