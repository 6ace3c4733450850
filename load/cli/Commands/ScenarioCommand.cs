using System.CommandLine;
using System.CommandLine.Parsing;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// A command that sends requests, which are defined by a scenario file, by the command line, or by both: an option of
/// the command line replaces the key of the same name in the file.
/// </summary>
internal abstract class ScenarioCommand : Command, IHasExample
{
    private readonly Argument<string?> _scenario = new("scenario")
    {
        Description =
            "Scenario file in YAML. Its keys have the names of the options; an option overrides the key of the same name.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly List<(OptionKey Key, Option Option)> _options;
    private readonly IReadOnlyList<OptionKey> _knownOptions;

    protected ScenarioCommand(
        string name, string description, IReadOnlyList<OptionKey> keys, IReadOnlyList<OptionKey> optionsOnly)
        : base(name, description)
    {
        _knownOptions = [.. OptionCatalog.All, .. optionsOnly];
        _options = [.. keys.Concat(optionsOnly).Select(key => (key, CreateOption(key)))];
        Add(_scenario);
        foreach (var (_, option) in _options)
            Add(option);
    }

    public static string ParameterHelp { get; } =
        "The URL, headers and body may contain parameters, such as {{{id}}}. Their values are columns of --file, come "
        + "from --plugin, or are random, as in {{{at:RAND_DATE}}}. In a URL they are percent-encoded. The kinds of "
        + $"random values are: {RandomValueKinds.Names}.";

    public abstract string Example { get; }

    /// <summary>The options in the groups in which the help lists them.</summary>
    public IReadOnlyList<(string Title, IReadOnlyList<Option> Options)> Groups =>
    [
        .. OptionCatalog.GroupTitles
            .GroupJoin(
                _options,
                title => title,
                one => OptionCatalog.GetGroup(one.Key),
                (title, members) => (title, (IReadOnlyList<Option>)[.. members.Select(one => one.Option)]))
            .Where(group => group.Item2.Count > 0),
    ];

    /// <summary>Reads the options before any request is sent, so that all errors can be reported at once.</summary>
    /// <returns>The action of the command, or null if the options contain an error.</returns>
    public Func<CancellationToken, Task<int>>? Prepare(ParseResult parsed, DiagnosticList diagnostics)
    {
        var path = parsed.GetValue(_scenario);

        // The command line parser takes an unknown option for the scenario file.
        if (path?.StartsWith('-') is true)
        {
            var error = UnknownKey.CreateErrorForOption(path, _options.Select(one => one.Key));
            diagnostics.Add(new SourceSpan(path, path), error);
            path = null;
        }

        var file = path is null ? null : ScenarioFile.Read(path, diagnostics);
        if (path is not null && file is null)
            return null;
        var scenario = ParsedScenario.Create(file, GetOptions(parsed), _knownOptions, diagnostics);
        var action = Bind(scenario);
        scenario.Values.CheckUnparsedValues();
        return diagnostics.Count == 0 ? action : null;
    }

    /// <summary>Reads the options of this command and returns the action to run with them.</summary>
    /// <returns>
    /// The action to run, or null if the options contain an error. Errors that are found after this call also prevent
    /// the run.
    /// </returns>
    protected abstract Func<CancellationToken, Task<int>>? Bind(ParsedScenario scenario);

    /// <summary>
    /// Gets the command that the user gave for repeating the run, without secrets; null if there is none.
    /// </summary>
    protected static string? GetRepeatCommand(OutputOptions output, RequestMix requests) =>
        output.RepeatCommand is { } repeat ? CommandLineText.RedactCommand(repeat, requests.Redactor) : null;

    private Dictionary<string, ConfigNode> GetOptions(ParseResult parsed) => _options
        .Where(one => parsed.GetResult(one.Option) is { Implicit: false })
        .ToDictionary(one => one.Key.Name, one => CreateNode(one.Key, parsed.GetResult(one.Option)!));

    private static ConfigNode CreateNode(OptionKey key, OptionResult option)
    {
        // Error messages name the option as the user typed it, in its short or its long form.
        var name = option.IdentifierToken!.Value;
        ConfigNode[] nodes = [.. option.Tokens.Select(token => Create(token.Value))];
        return key.IsSwitch ? Create("true")
            : key.IsRepeatable ? Create(string.Join(' ', nodes.Select(node => node.Span.Text))) with { Items = nodes }
            : nodes.FirstOrDefault() ?? Create(key.ImplicitValue ?? "");

        ConfigNode Create(string text) => new(new SourceSpan(text, name));
    }

    private static Option CreateOption(OptionKey key)
    {
        string[] aliases = key.Alias is { } alias ? [alias] : [];
        var help = key.Default is { } value ? $"{key.Help} [default: {value}]" : key.Help;
        return key switch
        {
            { IsSwitch: true } => new Option<bool>(key.Option, aliases) { Description = help },
            { IsRepeatable: true } =>
                new Option<string[]>(key.Option, aliases) { Description = help, HelpName = key.ValueName },
            _ => new Option<string>(key.Option, aliases)
            {
                Description = help,
                HelpName = key.ValueName,
                Arity = key.ImplicitValue is null ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
            },
        };
    }
}
