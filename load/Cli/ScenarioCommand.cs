using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Config;
using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Http.Parameters;

namespace Load.Cli;

/// <summary>A command that sends what a scenario file says, or options, or both: an option replaces the key of its name.</summary>
internal abstract class ScenarioCommand : Command
{
    private static readonly string About =
        "Parameters, {{{name}}} in URL (percent-encoded), headers and body, are columns of --file or --plugin, or "
        + $"random in place, as in {{{{{{at:RAND_DATE}}}}}}; kinds: {RandomValueKinds.Names}.";

    private readonly Argument<string?> _scenario = new("scenario")
    {
        Description = "A scenario file, which has the options' names as keys; an option replaces the key of its name.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly IReadOnlyList<OptionKey> _ofOptionsOnly;
    private readonly List<(OptionKey Key, Option Option)> _options;

    protected ScenarioCommand(string name, string description, IReadOnlyList<OptionKey> keys, params IReadOnlyList<OptionKey> ofOptionsOnly)
        : base(name, $"{description} {About}")
    {
        _ofOptionsOnly = ofOptionsOnly;
        Add(_scenario);
        _options = [.. keys.Concat(ofOptionsOnly).Select(key => (key, OptionOf(key)))];
        foreach (var (_, option) in _options)
            Add(option);
    }

    public abstract string Example { get; }

    /// <summary>Reads all that was given, and says all that is wrong with it.</summary>
    public DiagnosticList Read(ParseResult given)
    {
        var diagnostics = new DiagnosticList();
        var path = given.GetValue(_scenario);

        // An option that there is none of would be taken for a file.
        if (path?.StartsWith('-') is true)
        {
            diagnostics.Add(new SourceSpan(path, path), "there is no such option");
            path = null;
        }

        var file = path is null ? null : ScenarioFile.Read(path, diagnostics);
        if (path is null || file is not null)
        {
            var all = new ParsedScenario(file, OptionsOf(given), [.. OptionCatalog.All, .. _ofOptionsOnly], diagnostics);
            Read(all);
            all.Values.CheckUnread();
        }

        return diagnostics;
    }

    /// <summary>Keeps what is needed to run.</summary>
    protected abstract void Read(ParsedScenario given);

    private Dictionary<string, ConfigNode> OptionsOf(ParseResult given) => _options
        .Where(one => given.GetResult(one.Option) is { Implicit: false })
        .ToDictionary(one => one.Key.Name, one => NodeOf(one.Key, given.GetResult(one.Option)!));

    // As it was typed, in short or in full.
    private static ConfigNode NodeOf(OptionKey key, OptionResult option)
    {
        var name = option.IdentifierToken!.Value;
        ConfigNode[] nodes = [.. option.Tokens.Select(token => new ConfigNode(new SourceSpan(token.Value, name)))];
        return key.IsSwitch ? new ConfigNode(new SourceSpan("true", name))
            : key.IsRepeatable ? new ConfigNode(new SourceSpan(string.Join(' ', nodes.Select(node => node.Span.Text)), name)) { Items = nodes }
            : nodes.FirstOrDefault() ?? new ConfigNode(new SourceSpan(key.ImplicitValue ?? "", name));
    }

    private static Option OptionOf(OptionKey key)
    {
        string[] aliases = key.Alias is { } alias ? [alias] : [];
        var help = key.Default is { } standard ? $"{key.Help} [default: {standard}]" : key.Help;
        return key.IsSwitch
            ? new Option<bool>(key.Option, aliases) { Description = help }
            : key.IsRepeatable
                ? new Option<string[]>(key.Option, aliases) { Description = help, HelpName = key.Name }
                : new Option<string>(key.Option, aliases)
                {
                    Description = help,
                    HelpName = key.Name,
                    Arity = key.ImplicitValue is null ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
                };
    }
}
