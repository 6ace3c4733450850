using static TwoTier.Load.Scenarios.CommandSet;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// The keys of scenario files and the options of the commands that send requests: the only declaration of their names,
/// units, bounds and sentences, from which come the help, the schema, and what sets a <see cref="Scenario"/>.
/// </summary>
internal static class ScenarioKeys
{
    private const CommandSet Compared = Compare | Steered;
    private const CommandSet Measured = Run | Compare | Steered | Ab;
    private const CommandSet Shown = Run | Compare | Steered;

    private static readonly string[] Methods = ["get", "post", "put", "patch", "delete", "head", "options"];

    private static readonly Key[] OfEachRequest =
    [
        new("header", Sending, "Request header as 'Name: value'. May contain parameters. Repeatable.",
            (scenario, text) => scenario.Request.Headers.Add(HeaderLine.Parse(text)))
        { Aliases = ["-H"], ValueName = "line", NameSeparator = ": ", IsRepeatable = true, Store = Hide },
        new("body", Sending,
            "Request body; @path is a file. Parameters in it are escaped as its Content-Type needs it.",
            (scenario, text) => scenario.Request.Body = BodyText.Parse(text)) { ValueName = "text", Store = Hide },
        new("template", Sending,
            "Request in the format of .http files. The request line is optional.",
            (scenario, text) => scenario.Request.Template = HttpFile.Read(text.ResolvePath(text.Text)))
        { Aliases = ["-t"], ValueName = "path" },
        new("expect", Sending,
            "What makes a response a success: status codes such as 200,404 instead of 2xx, or a /regular expression/ "
            + "that the body must match. Repeatable.",
            (scenario, text) => scenario.Request.Expect(text.Text))
        { ValueName = "response", IsRepeatable = true, Store = Hide },
    ];

    private static readonly Key[] OfRequestInMix =
    [
        .. Methods.Select(method => new Key(
            method, None, "Path (after each url) or absolute URL of a request with this method.",
            (scenario, text) => scenario.Request.SetPath(method, text))),
        new("name", None, "Name of the request in tables.", (scenario, text) => scenario.Request.Name = text.Text),
        new("weight", None, "Weight of the request in the mix, relative to those of the others.",
            (scenario, text) => scenario.Request.Weight = text.ParseInteger(1, 1000)) { Default = "1" },
        .. OfEachRequest,
    ];

    private static readonly Key[] OfVariant =
    [
        new("name", None, "Name of the variant in tables and in the result file.",
            (scenario, text) => scenario.Variants[^1].Name = text.Text),
        new("query", None, "Query parameters that the variant sets, such as cache=memory&page=2.",
            (scenario, text) => scenario.Variants[^1].Query = VariantSettings.ParseQuery(text.Text)),
        new("url", None, "Scheme, host and port of the variant. A path, if there is one, replaces that of the request.",
            (scenario, text) => scenario.Variants[^1].Url = UrlText.ParseAbsolute(text.Text)),
        new("summary", None, "Description of the variant in one sentence.",
            (scenario, text) => scenario.Variants[^1].Summary = text.Text),
        new("monitor", None,
            "Processes whose metrics are read for this variant. They replace those of the same name in --monitor.",
            (scenario, text) => scenario.Variants[^1].Monitors.Add(MonitorSettings.ParseProcess(text.Text)))
        { NameSeparator = "=", IsRepeatable = true },
    ];

    private static readonly Key[] OfScenario =
    [
        new("url", Shown | DryRun,
            "URL to send requests to; an argument that is a URL needs no -u. Repeatable. May contain parameters such "
            + "as {{{id:RAND_INTEGER:[1:1000]}}}, as headers and bodies may. The kinds of random values are "
            + $"{RandomValues.Names}.",
            (scenario, text) => scenario.Urls.Add(text with { Text = UrlText.ParseAbsolute(text.Text) }))
        { Aliases = ["-u"], IsRepeatable = true, Store = UrlText.HideValues },
        new("method", Sending, "HTTP method. [default: GET, or POST if there is a body]",
            (scenario, text) => scenario.Request.SetMethod(text.Text)) { Aliases = ["-m"] },
        .. OfEachRequest,
        new("file", Sending,
            "File with a row of parameter values for each request: {{{name}}} is a column of a .csv or .tsv file. A "
            + "plug-in (.dll) has a public class with the method IDictionary<string, object> GetValues(int index).",
            (scenario, text) => scenario.Data = ParameterFile.Read(text.ResolvePath(text.Text)))
        { Aliases = ["-f", "-p"], ValueName = "path" },
        new("requests", Sending,
            "Mix of requests, such as '[{get: /a, weight: 9}, {post: /b, body: x}]'.", null)
        {
            ValueName = "yaml", Store = Hide, ItemKeys = OfRequestInMix,
            AddItem = (scenario, place) => scenario.BeginRequest(place),
        },
        new("count", Run, "Number of requests to send.", (scenario, text) => scenario.Count = text.ParseInteger(1))
        { Aliases = ["-n"], ValueName = "n" },
        new("duration", Run, "How long to send requests (at each rate, if several). [default: 10s without -n]",
            (scenario, text) => scenario.Duration = text.ParseTime(1)) { Aliases = ["-N"], ValueName = "time" },
        new("connections", Measured,
            "Number of connections, each with one request at a time. [default: 10; with --rate up to 1000]",
            (scenario, text) => scenario.Connections = text.ParseInteger(1, BurstSizes.MaxConnections))
        { Aliases = ["-c"], ValueName = "n" },
        new("rate", Run | Compare | Ab,
            "Open loop: arrival rate, such as 1000/s; response time counts from the scheduled start. "
            + "500/s,1000/s are steps of --duration each.",
            (scenario, text) => scenario.Rates = Rate.ParseList(text.Text)) { IsCommaSeparated = true },
        new("burst", Run,
            "Bursts: numbers of requests to send at once, such as 1,10,50. With cold:1,10,50, each burst opens its "
            + "connections, too.",
            (scenario, text) => scenario.Burst = BurstSizes.Parse(text.Text))
        { ValueName = "sizes", IsCommaSeparated = true },
        new("delay", Run | Compared,
            "Closed loop: think time, which is how long each connection waits after a response. [default: 0s]",
            (scenario, text) => scenario.Delay = text.ParseTime()) { Aliases = ["-y"], ValueName = "time" },
        new("warmup", Shown,
            "Length of the warm-up, which is not counted. [default: 2s; in a comparison 0.5s for each variant, or as "
            + "long as it compiles code; none with --count, or for methods such as POST]",
            (scenario, text) => scenario.Warmup = text.ParseTime()) { ValueName = "time" },
        new("vary", Compared | DryRun | Run,
            "Variants: values of a query parameter, as in x=a,b@http://host:port, where only b goes to that host; or "
            + "a list '[{name: old, url: http://a:1}, …]'.",
            (scenario, text) => scenario.Variants.AddRange(VariantSettings.ParseLine(text.Text)))
        {
            ValueName = "variants", IsCommaSeparated = true, ItemKeys = OfVariant,
            AddItem = (scenario, place) => scenario.Variants.Add(new VariantSettings { Place = place }),
            Store = value => value.StartsWith('[') ? UrlText.Hidden : value,
        },
        new("parade", Run,
            "Variants: how long each of them gets load alone, one after another, for boards to show. [default: 20s]",
            (scenario, text) => scenario.Parade = text.ParseTime(1)) { ValueName = "time" },
        new("baseline", Compared, "Variant that the others are compared with. [default: the first]",
            (scenario, text) => scenario.Baseline = text.Text) { ValueName = "name" },
        new("rounds", Compared,
            "Number of shuffled rounds, instead of a time limit. Each measures every variant once.",
            (scenario, text) => scenario.Rounds = text.ParseInteger(2, 100_000)) { ValueName = "n" },
        new("within", Compare | Ab,
            "How long the comparison takes; ab, at most half as long again. [default: 15s for each variant; 3m in ab]",
            (scenario, text) => scenario.Within = text.ParseTime(1000)) { ValueName = "time" },
        new("margin", Compare | Ab,
            "Largest difference that does not matter: a variant whose whole interval is within it is the same.",
            (scenario, text) => scenario.Margin = Number.ParseShare(text.Text))
        { ValueName = "percent", Default = "2%" },
        new("turn", Compared | Ab,
            "How long a variant is measured in each round: seconds for what shows a state, such as a queue. [default: "
            + "20ms, or ten responses on each connection if they take longer; 2s with --rate]",
            (scenario, text) => scenario.Turn = text.ParseTime(10)) { ValueName = "time" },
        new("lead", Compared, "How long a variant gets load before each of its turns. It is not counted.",
            (scenario, text) => scenario.Lead = text.ParseTime()) { ValueName = "time", Default = "0s" },
        new("tls", Sending,
            "TLS: insecure accepts any certificate of the server, ca=path trusts the authorities in a PEM file, "
            + "cert=path is the client's certificate with its key, as a PEM file or a PKCS #12 file (.pfx, .p12) "
            + "without a password. Repeatable.",
            (scenario, text) => scenario.Tls.Set(text))
        { ValueName = "setting", NameSeparator = "=", IsRepeatable = true },
        new("timeout", Sending, "Time limit for one request. It includes the response body.",
            (scenario, text) => scenario.Timeout = text.ParseTime(1)) { ValueName = "time", Default = "30s" },
        new("monitor", Shown,
            "Process whose Prometheus metrics to read, as name=http://host:port (or a path other than /metrics). The "
            + "name target stands for the service under load, at its own address or, as in target=:8082, at that port. "
            + "Repeatable.",
            (scenario, text) => scenario.Monitor.Add(MonitorSettings.ParseProcess(text.Text)))
        {
            ValueName = "process", NameSeparator = "=", IsRepeatable = true,
            Store = value => string.Join('=', value.Split('=', 2).Select(UrlText.HideValues)),
        },
        new("metric", Shown,
            "Metric from which to read a quantity, as in memory=metric_name: "
            + $"{string.Join(", ", ProcessMetrics.Quantities)}. Repeatable.",
            (scenario, text) => scenario.Monitor.AddMetric(text.Text)) { NameSeparator = "=", IsRepeatable = true },
        new("settle", Compare, "Cool-down: how long to wait after the load before memory is read once more.",
            (scenario, text) => scenario.CoolDown = text.ParseTime()) { ValueName = "time", Default = "0s" },
        new("pass", Run | Compare | Ab,
            "Threshold such as 'p99 < 50ms' or 'errors < 0.1%'; exit code 2 if it is not met. In a comparison also a "
            + "ratio of throughput, cpu, allocation, p50 or p99, such as 'p99 B/A < 1.1'. Repeatable.",
            (scenario, text) => scenario.AddThreshold(text.Text))
        { ValueName = "threshold", IsCommaSeparated = true, IsRepeatable = true },
        new("limit", Measured,
            "Limit beyond which the result is INVALID: errors=0.1% and, in an open loop, lateness=1ms of the tool. "
            + "Repeatable.",
            (scenario, text) => scenario.Limits = scenario.Limits.With(text.Text))
        { NameSeparator = "=", IsRepeatable = true },
        new("name", Measured, "Name of the run and of its result files. [default: the name of the scenario file]",
            (scenario, text) => scenario.Name = text.ParseFileName()),
        new("seed", Sending, "Seed of random values and of the order of rounds: the same seed repeats both.",
            (scenario, text) => scenario.Seed = text.ParseInteger()) { ValueName = "n", Default = "2014" },
    ];

    private static readonly Key[] OfCommandLine =
    [
        new("path", Ab, "Path and query of the requests, such as /api/x?page=2.",
            (scenario, text) => scenario.Ab.Path = text.ParseUrlPath()) { Store = UrlText.HideValues },
        new("project", Ab,
            "Project to build and start, in the folder or the commit that an argument names. [default: its only web "
            + "project]",
            (scenario, text) => scenario.Ab.Project = text.Text) { ValueName = "path" },
        new("package", Ab, "One project, built with two versions of a package, such as RestSharp=113.0.0,114.0.0.",
            (scenario, text) => scenario.Ab.Package = PackageVersions.Parse(text.Text)) { ValueName = "versions" },
        new("publish", Ab, "Publish projects, and start what is deployed: AOT, trimmed, ReadyToRun or one file, as they say.",
            (scenario, text) => scenario.Ab.Publish = text.ParseSwitch()) { IsSwitch = true },
        new("env", Ab,
            "Variable of both services, such as ASPNETCORE_ENVIRONMENT=Development; without it, they run in Production. "
            + "Repeatable.",
            (scenario, text) => scenario.Ab.AddVariable(text.Text))
        { ValueName = "name=value", IsRepeatable = true, Store = value => $"{value.Split('=')[0]}={UrlText.Hidden}" },
        new("different", Ab, "The two services may answer with different bodies.",
            (scenario, text) => scenario.Ab.Different = text.ParseSwitch()) { IsSwitch = true },
        new("summary", Ab,
            "Append the finding and a table to this file, as Markdown, such as $GITHUB_STEP_SUMMARY.",
            (scenario, text) => scenario.Ab.Summary = text.Text) { ValueName = "path" },
        new("history", Ab, "Append the ratios to this file, as a line of JSON. load report prints and draws such a file.",
            (scenario, text) => scenario.Ab.History = text.Text) { ValueName = "path" },
        new("ready", Ab, "How long a service may take until it listens.",
            (scenario, text) => scenario.Ab.Ready = text.ParseTime()) { ValueName = "time", Default = "60s" },
        new("out", Measured,
            "Folder for the result files. With -, the result goes to standard output, as one line of JSON.",
            (scenario, text) => scenario.Output.Out = text.Text) { ValueName = "folder", Default = "results" },
        new("repeat-command", Shown, "Command that the report shows for repeating the run. [default: the command line]",
            (scenario, text) => scenario.Output.RepeatCommand = text.Text)
        { ValueName = "text", Store = StoredCommand.FormatRepeat },
        new("events", Shown,
            "File for the events of the run, one JSON object per line, which show displays; - is the standard output.",
            (scenario, text) => scenario.Output.Events = text.ParseFilePath()) { ValueName = "path" },
        new("metrics", Shown,
            "Port at which Prometheus reads the tool's own metrics (/metrics), from this machine or in a container.",
            (scenario, text) => scenario.Output.Metrics = text.ParseInteger(1, ushort.MaxValue)) { ValueName = "port" },
        new("steer", Run | Steered,
            "Send load to one variant at a time, as lines of standard input say: {\"variant\": \"b\"} (or a query such "
            + "as x=b&y=1), {\"connections\": 20}, {\"again\": true} to count anew, {\"stop\": true}. {\"proof\": true} "
            + "compares it with the baseline.",
            (scenario, text) => scenario.Output.Steer = text.ParseSwitch()) { IsSwitch = true },
    ];

    public static IReadOnlyList<Key> OfFiles => OfScenario;

    public static IReadOnlyList<Key> All { get; } = [.. OfScenario, .. OfCommandLine];

    public static Key? Find(string option) =>
        All.FirstOrDefault(key => key.Option == option || key.Aliases.Contains(option));

    /// <summary>Gets the key of a scenario with the name or the alias of an option.</summary>
    /// <exception cref="ParseException">There is none.</exception>
    public static Key Get(string name) =>
        Array.Find(OfScenario, key => name == key.Name || name == key.Option || key.Aliases.Contains(name))
        ?? throw ParseException.Create(
            $"unknown option {name}", Key.FindNearest(name.TrimStart('-'), OfScenario.Select(key => key.Name)));

    private static string Hide(string value) => UrlText.Hidden;
}
