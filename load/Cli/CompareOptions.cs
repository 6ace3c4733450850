using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Comparing;
using Load.Expecting;
using Load.Reporting;
using Load.Scraping;
using Load.Targeting;

namespace Load.Cli;

/// <summary>The options of <c>load compare</c>, and the plan they make.</summary>
internal sealed class CompareOptions
{
    private const string OwnHost = "A variant has one of its own by --vary strategy=a,b@http://host:port";

    private readonly Option<Vary> _vary = Opt.Of(
        "--vary", null, "What differs: parameter=value,value@http://host:port,…", Vary.Parse);
    private readonly Option<string> _baseline = Opt.Text(
        "--baseline", null, "What the others are compared with. [default: the first]");
    private readonly Option<int> _rounds = Opt.Number(
        "--rounds", "7", 2, 100, "Passes over all variants; 7 or more to rely on.");
    private readonly Option<Duration> _slice = Opt.Duration(
        "--slice", "1s", TimeSpan.FromMilliseconds(10), "Length of one variant's turn in a round.");
    private readonly Option<Duration> _warmup = Opt.Duration(
        "--warmup", "3s", TimeSpan.Zero,
        "Each variant first, not counted; up to 5 times as long while its front-end compiles less and less.");
    private readonly Option<Duration> _sliceWarmup = Opt.Duration(
        "--slice-warmup", "500ms", TimeSpan.Zero, "Before each slice, not counted.");
    private readonly Option<int> _connections = Opt.Connections();
    private readonly Option<int> _seed = Opt.Seed();
    private readonly Option<Duration> _timeout = Opt.Timeout();
    private readonly Option<Tier[]> _tiers = new("--tier")
    {
        Description = "Where a tier has its /metrics: name=http://host:port. front-end is the variant's own base URL.",
        HelpName = "tier",
        CustomParser = Tiers,
        DefaultValueFactory = _ => [],
    };

    private readonly Option<string> _folder = Opt.Folder();
    private readonly Option<string> _name = Opt.FileName("comparison");
    private readonly Option<string> _repeat = Opt.RepeatCommand();

    public RequestOptions Requests { get; } = new();

    public Command AddTo(Command command)
    {
        _vary.Required = true;
        Option[] all =
        [
            _vary, _baseline, _rounds, _slice, _warmup, _sliceWarmup, _connections, _seed, _timeout, _tiers,
            _folder, _name, _repeat,
        ];
        Requests.AddTo(command);
        foreach (var option in all)
            command.Add(option);
        command.Validators.Add(RequireKnownBaseline);
        return command;
    }

    public int ConnectionsOf(ParseResult given) => given.GetValue(_connections);

    public TimeSpan TimeoutOf(ParseResult given) => given.GetRequiredValue(_timeout).Value;

    public Expectations ExpectationsOf(ParseResult given) => Requests.ExpectationsOf(given);

    public string FolderOf(ParseResult given) => given.GetRequiredValue(_folder);

    public Request RequestOf(ParseResult given, string commandLine, int cores) => new(
        given.GetRequiredValue(_name),
        Requests.TextOf(),
        commandLine,
        given.GetValue(_repeat) ?? commandLine,
        given.GetValue(_connections),
        cores);

    public ComparisonPlan PlanOf(ParseResult given)
    {
        var varied = given.GetRequiredValue(_vary);
        var variants = varied.Values.Select(value => VariantOf(given, varied.Parameter, value)).ToArray();
        var wanted = given.GetValue(_baseline);
        return new ComparisonPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == wanted) ?? variants[0],
            given.GetValue(_rounds),
            given.GetRequiredValue(_slice).Value,
            given.GetRequiredValue(_warmup).Value,
            given.GetRequiredValue(_sliceWarmup).Value,
            given.GetValue(_seed));
    }

    private Variant VariantOf(ParseResult given, string parameter, VaryValue value)
    {
        var target = Requests.TargetOf(given, given.GetValue(_seed), url => Varied(url, parameter, value));
        if (target.BaseUrls.Count > 1)
        {
            var hosts = string.Join(", ", target.BaseUrls);
            throw new MistakeException($"-u error found {hosts}, expected one host to measure. {OwnHost}");
        }

        var tiers = given.GetRequiredValue(_tiers);
        var front = value.BaseUrl is null ? tiers.FirstOrDefault(tier => tier.Name == Tier.FrontEnd) : null;
        return new Variant(
            value.Name,
            target,
            [
                front ?? new Tier(Tier.FrontEnd, target.BaseUrl),
                .. tiers.Where(tier => tier.Name != Tier.FrontEnd),
            ]);
    }

    private static string Varied(string url, string parameter, VaryValue value)
    {
        var varied = UrlText.WithQuery(url, parameter, value.Text);
        return value.BaseUrl is null ? varied : UrlText.OnBase(varied, value.BaseUrl);
    }

    private void RequireKnownBaseline(CommandResult result)
    {
        if (result.GetResult(_vary)?.Errors.Any() is false
            && result.GetValue(_baseline) is { } wanted
            && result.GetValue(_vary) is { } varied
            && varied.Values.All(value => value.Name != wanted))
        {
            var names = string.Join(", ", varied.Values.Select(value => value.Name));
            result.AddError($"--baseline error found {wanted}, expected one of {names}");
        }
    }

    private static Tier[] Tiers(ArgumentResult result) =>
        [.. result.Tokens.Select(token => ToTier(token.Value, result))];

    private static Tier ToTier(string text, ArgumentResult result)
    {
        var parts = text.Split('=', 2);
        if (parts.Length < 2 || !Uri.IsWellFormedUriString(parts[1], UriKind.Absolute))
            result.AddError($"--tier error found \"{text}\", expected name=http://host:port");
        return new Tier(parts[0], parts[^1].TrimEnd('/'));
    }
}
