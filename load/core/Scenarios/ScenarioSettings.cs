using static TwoTier.Load.Scenarios.CommandSet;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// The options of the commands that send requests, which are also the keys of scenario files: the source of the help,
/// of the schema and of what sets a <see cref="Scenario"/>.
/// </summary>
internal static class ScenarioSettings
{
    private const CommandSet OfAb = CommandSet.Ab;
    private const CommandSet Compared = Compare | Steered;
    private const CommandSet Measured = Run | Compare | Steered | OfAb;
    private const CommandSet Shown = Run | Compare | Steered;

    private static readonly string[] Methods = ["get", "post", "put", "patch", "delete", "head", "options"];

    private static readonly Setting<RequestSettings>[] OfEachRequest =
    [
        new("header", Sending,
            "Request header as 'Name: value'. May contain parameters; control characters are removed. Repeatable.",
            (request, text) => request.Headers.Add(HeaderLine.Parse(text)))
        { Aliases = ["-H"], ValueName = "line", NameSeparator = ": ", IsRepeatable = true, IsOften = true },
        new("body", Sending,
            "Request body; @path is a file, @- the standard input. May contain parameters, which are escaped as the "
            + "Content-Type needs it: JSON, XML, a form or text/plain.",
            (request, text) => request.Body = BodyText.Parse(text)) { ValueName = "text", IsOften = true },
        new("template", Sending,
            "File with requests in the format of .http files, sent in turn: request line (optional), headers, empty "
            + "line, body or < path. @name = value sets {{name}}, and ### begins another request.",
            (request, text) => request.Template = HttpFile.Read(text.ResolvePath(text.Text)))
        { Aliases = ["-t"], ValueName = "path" },
        new("expect", Sending,
            "What a response needs to be a success, in addition to a complete body: status codes such as 200,404 "
            + "instead of 2xx, or a regular expression between slashes that the body must match. Repeatable.",
            (request, text) => request.Expectations.Add(ResponseExpectation.Parse(text.Text)))
        { ValueName = "response", IsRepeatable = true },
    ];

    private static readonly SettingTable<RequestSettings> OfRequestInMix = new(
    [
        .. Methods.Select(method => new Setting<RequestSettings>(
            method, None, "Path (after each url) or absolute URL of a request with this method.",
            (request, text) => request.SetPath(method, text))),
        new("name", None, "Name of the request in tables and in the request log.",
            (request, text) => request.Name = text.Text),
        new("weight", None, "Weight of the request in the mix, relative to those of the others.",
            (request, text) => request.Weight = text.ParseInteger(1, 1000)) { Default = "1" },
        .. OfEachRequest,
    ]);

    private static readonly Setting<LoadSettings>[] OfEachPhase =
    [
        new("count", Run, "Number of requests to send.",
            (load, text) => load.Count = text.ParseInteger(1)) { Aliases = ["-n"], ValueName = "n", IsOften = true },
        new("duration", Run, "How long to send requests (at each rate, if several). [default: 10s without -n]",
            (load, text) => load.Duration = text.ParseTime(1)) { Aliases = ["-N"], ValueName = "time", IsOften = true },
        new("connections", Measured,
            "Number of connections, each with one request at a time. [default: 10; with --rate up to 1000]",
            (load, text) => load.Connections = text.ParseInteger(1, LoadSettings.MaxConnections))
        { Aliases = ["-c"], ValueName = "n", IsOften = true },
        new("rate", Run | Compare | OfAb,
            "Open loop: arrival rate, such as 1000/s. Requests start on schedule even if earlier ones have not "
            + "ended, and response time counts from the scheduled start (corrected for coordinated omission). "
            + "100/s..1000/s changes linearly, and 500/s,1000/s,2000/s are steps of --duration each.",
            (load, text) => load.Rate = ArrivalRates.Parse(text.Text))
        { IsCommaSeparated = true, IsOften = true, Completions = ["1000/s"] },
        new("poisson", Run | Compare,
            "Open loop: random (Poisson) arrivals, as from independent users, instead of evenly spaced ones.",
            (load, text) => load.Poisson = text.ParseSwitch()) { IsSwitch = true },
        new("burst", Run,
            "Bursts: numbers of requests to send at once, such as 1,10,20,50. Each burst waits for the responses of "
            + "the previous one. cold:1,10,20,50 opens the connections as part of each burst, not before it.",
            (load, text) => load.Burst = BurstSizes.Parse(text.Text)) { ValueName = "sizes", IsCommaSeparated = true },
        new("delay", Run | Compared,
            "Closed loop: think time, which is how long each connection waits after a response. [default: 0s]",
            (load, text) => load.Delay = text.ParseTime()) { Aliases = ["-y"], ValueName = "time" },
    ];

    private static readonly SettingTable<LoadSettings> OfPhase = new(
    [
        .. OfEachPhase,
        new("name", None, "Name of the phase in tables.", (phase, text) => phase.Name = text.Text),
    ]);

    private static readonly SettingTable<VariantSettings> OfVariant = new(
    [
        new("name", None, "Name of the variant in tables and in the result file.",
            (variant, text) => variant.Name = text.Text),
        new("query", None, "Query parameters that the variant sets, such as cache=memory&page=2.",
            (variant, text) => variant.Query = VariantSettings.ParseQuery(text.Text)),
        new("url", None, "Scheme, host and port of the variant. A path, if there is one, replaces that of the request.",
            (variant, text) => variant.Url = UrlText.ParseAbsolute(text.Text)),
        new("summary", None, "Description of the variant in one sentence.",
            (variant, text) => variant.Summary = text.Text),
        new("monitor", None,
            "Processes whose metrics are read for this variant. They replace those of the same name in --monitor.",
            (variant, text) => variant.Monitors.Add(MonitorSettings.ParseProcess(text.Text)))
        { NameSeparator = "=", IsRepeatable = true },
    ]);

    private static readonly Setting<Scenario>[] OfRequests =
    [
        new("url", Sending,
            "URL to send requests to. Repeatable: the requests are spread evenly over the URLs. May contain "
            + "parameters, such as {{{id:RAND_INTEGER:[1:1000]}}}. An argument that is a URL needs no -u.",
            (scenario, text) => scenario.Urls.Add(text with { Text = UrlText.ParseAbsolute(text.Text) }))
        { Aliases = ["-u"], IsRepeatable = true },
        new("method", Sending, "HTTP method. [default: GET, or POST if there is a body]",
            (scenario, text) => scenario.Request.SetMethod(text.Text))
        { Aliases = ["-m"], IsOften = true, Completions = [.. Methods.Select(method => method.ToUpperInvariant())] },
        .. OfEachRequest.Select(one => one.Of<Scenario>(scenario => scenario.Request)),
        new("file", Sending,
            "File with parameter values. CSV or TSV (.csv, .tsv): its first line names the columns; request n takes "
            + "row n, and the first row follows the last. A .NET assembly (.dll): a public class that has the "
            + "method IDictionary<string, object> GetValues(int index).",
            (scenario, text) => scenario.Data = ParameterFile.Read(text.ResolvePath(text.Text)))
        { Aliases = ["-f", "-p"], ValueName = "path" },
        new("requests", Sending,
            "Mix of requests, such as '[{get: /a, weight: 9}, {post: /b, body: x}]'. The options --header and "
            + "--expect apply to each request.",
            null,
            (scenario, yaml) => scenario.Requests.Add(OfRequestInMix.Read(yaml, new() { Place = yaml.Place })))
        { ValueName = "yaml", ItemKeys = OfRequestInMix.Keys },
    ];

    private static readonly Setting<Scenario>[] OfLoad =
    [
        .. OfEachPhase.Select(one => one.Of<Scenario>(scenario => scenario.Load)),
        new("warmup", Shown,
            "Length of the warm-up, which is not counted. That of a comparison takes up to 8 s longer while a target "
            + "still compiles code (JIT). [default: 2s; in a comparison 0.5s for each variant; none with --count, or for "
            + "methods that change something, such as POST]",
            (scenario, text) => scenario.Warmup = text.ParseTime()) { ValueName = "time", IsOften = true },
        new("phases", Run,
            "Phases of load in sequence, such as '[{rate: 100/s, duration: 10s}, {burst: 50}]'. Each begins when "
            + "the last response of the previous one has arrived.",
            null, (scenario, yaml) => scenario.Phases.Add(OfPhase.Read(yaml, new() { Place = yaml.Place })))
        { ValueName = "yaml", ItemKeys = OfPhase.Keys },
    ];

    private static readonly Setting<Scenario>[] OfComparison =
    [
        new("vary", Compared | DryRun | Run,
            "Variants, such as strategy=a,b or old@http://a:1,new@http://b:2. They differ in the value of a query "
            + "parameter, in the host, or in both: in strategy=a,b@http://host:port, only b goes to that host. As a "
            + "list: '[{name: old, url: http://a:1}, {name: new, query: x=1&y=2}]'. Two URLs as arguments are two "
            + "variants.",
            (scenario, text) => scenario.Variants.AddRange(VariantSettings.ParseLine(text.Text)),
            (scenario, yaml) => scenario.Variants.Add(OfVariant.Read(yaml, new() { Place = yaml.Place })))
        { ValueName = "variants", IsCommaSeparated = true, IsOften = true, ItemKeys = OfVariant.Keys },
        new("parade", Run,
            "Variants: how long each of them gets load alone, one after another, for boards to show. [default: 20s]",
            (scenario, text) => scenario.Parade = text.ParseTime(1)) { ValueName = "time" },
        new("follow", Run,
            "File that names the variant to send, or a query such as strategy=b&x=1, until Ctrl-C: who writes another "
            + "one into it changes what is sent.",
            (scenario, text) => scenario.Follow = text.Text) { ValueName = "path" },
        new("baseline", Compared, "Variant that the others are compared with. [default: the first]",
            (scenario, text) => scenario.Baseline = text.Text) { ValueName = "name", IsOften = true },
        new("rounds", Compared,
            "Number of shuffled rounds, instead of a time limit. Each round measures every variant once, in random "
            + "order. [default: a time limit (--within), or 7 if the load has steps]",
            (scenario, text) => scenario.Rounds = text.ParseInteger(2, 100_000)) { ValueName = "n", IsOften = true },
        new("within", Compare | OfAb,
            "How long the comparison takes. [default: 15s for each variant in compare; 3m in ab] ab leaves out starts "
            + "that would end after one and a half times this limit.",
            (scenario, text) => scenario.Within = text.ParseTime(1000))
        { ValueName = "time", IsOften = true, Completions = ["1m", "3m"] },
        new("margin", Compare | OfAb,
            "Largest difference that does not matter: if the whole interval is within it, the variant counts as equal "
            + "to the baseline.",
            (scenario, text) => scenario.Margin = TextValues.ParsePercentage(text.Text))
        { ValueName = "percent", Default = "2%", IsOften = true },
        new("turn", Compared | OfAb,
            "How long a variant is measured in each round: seconds for what shows a state, such as a queue or a CPU "
            + "limit. [default: 20ms, or ten responses on each connection if they take longer, 1s at most; 2s with "
            + "--rate]",
            (scenario, text) => scenario.Turn = text.ParseTime(10)) { ValueName = "time" },
        new("lead", Compared,
            "How long a variant gets load before each of its turns. It is not counted.",
            (scenario, text) => scenario.Lead = text.ParseTime()) { ValueName = "time", Default = "0s" },
    ];

    private static readonly Setting<Scenario>[] OfServices =
    [
        new("path", OfAb, "Path and query of the requests, such as /api/x?page=2.",
            (scenario, text) => scenario.Ab.Path = text.ParseUrlPath()) { IsOften = true },
        new("project", OfAb,
            "Project to build and start, in the folder or the commit that an argument names. [default: its only web "
            + "project]",
            (scenario, text) => scenario.Ab.Project = text.Text) { ValueName = "path", IsOften = true },
        new("package", OfAb,
            "One project, built with two versions of a package, such as RestSharp=113.0.0,114.0.0.",
            (scenario, text) => scenario.Ab.Package = PackageVersions.Parse(text.Text))
        { ValueName = "versions", IsOften = true },
        new("different", OfAb, "The two services may answer with different bodies.",
            (scenario, text) => scenario.Ab.Different = text.ParseSwitch()) { IsSwitch = true, IsOften = true },
        new("summary", OfAb,
            "Append the finding and a table to this file, as Markdown, such as $GITHUB_STEP_SUMMARY.",
            (scenario, text) => scenario.Ab.Summary = text.Text) { ValueName = "path" },
        new("ready", OfAb, "How long a service may take until it listens.",
            (scenario, text) => scenario.Ab.Ready = text.ParseTime()) { ValueName = "time", Default = "60s" },
    ];

    private static readonly Setting<Scenario>[] OfConnections =
    [
        new("http2", Sending,
            "Use HTTP/2 instead of HTTP/1.1, with this number of requests at a time on each connection.",
            (scenario, text) => scenario.Streams = text.ParseInteger(1, 1000)) { ValueName = "streams" },
        new("tls", Sending,
            "TLS: insecure accepts any certificate of the server, ca=path trusts the authorities in a PEM file, "
            + "cert=path is the client's certificate, as a PEM file or a PKCS #12 file (.pfx, .p12) without a "
            + "password, and key=path is its private key if it is not in the same PEM file. Repeatable.",
            (scenario, text) => scenario.Tls.Set(text))
        {
            ValueName = "setting", NameSeparator = "=", IsRepeatable = true,
            Completions = ["insecure", "ca=", "cert=", "key="],
        },
        new("timeout", Sending, "Time limit for one request. It includes the response body.",
            (scenario, text) => scenario.Timeout = text.ParseTime(1))
        { ValueName = "time", Default = "30s" },
    ];

    private static readonly Setting<Scenario>[] OfProcesses =
    [
        new("monitor", Shown,
            "Process whose metrics to read, as name=http://host:port. Its Prometheus metrics are at /metrics, or at "
            + "the path of the URL. The name target stands for the service that gets the load: its request count is "
            + "then compared with the tool's. Without a URL, its metrics are read at its own address; with "
            + "target=:8082, at port 8082 of the same host, over HTTP. Repeatable.",
            (scenario, text) => scenario.Monitor.Add(MonitorSettings.ParseProcess(text.Text)))
        {
            ValueName = "process", NameSeparator = "=", IsRepeatable = true, IsOften = true,
            Completions = ["target"],
        },
        new("metric", Shown,
            "Metric from which to read a quantity, as in memory=metric_name. Quantities: pool-threads, pool-queue, "
            + "memory, anonymous-memory, time-wait, and the successes of one process, as in "
            + "target.successes=counter_total: if that counter does not grow by one for each success, the result is "
            + "INVALID. Repeatable.",
            (scenario, text) => scenario.Monitor.AddMetric(text.Text))
        {
            NameSeparator = "=", IsRepeatable = true,
            Completions = [.. MonitorSettings.QuantityNames.Select(name => $"{name}=")],
        },
        new("settle", Run | Compare, "Cool-down: how long to wait after the load before memory is read once more.",
            (scenario, text) => scenario.CoolDown = text.ParseTime()) { ValueName = "time", Default = "0s" },
    ];

    private static readonly Setting<Scenario>[] OfChecks =
    [
        new("pass", Run | Compare | CommandSet.Ab,
            "Threshold such as 'p99 < 50ms', 'errors < 0.1%' or 'dropped = 0'; exit code 2 if it is not met. ab and "
            + "compare also accept a limit for a ratio of throughput, cpu, allocation, p50 or p99: 'p99 B/A < 1.1', "
            + "where compare needs the name of a variant for B, and that of the baseline for A. Repeatable.",
            (scenario, text) => scenario.AddThreshold(text.Text))
        {
            ValueName = "threshold", IsCommaSeparated = true, IsRepeatable = true, IsOften = true,
            Completions = ["p99 < 50ms", "errors < 0.1%", "dropped = 0", "throughput > 900/s"],
        },
        new("limit", Measured,
            "Limit beyond which the result is INVALID. Repeatable. errors=0.1% limits the share of failed requests; "
            + "in load run, errors=502,timeout means that the run is meant to show these errors, and some must "
            + "occur. other-cpu=5% limits the share of the machine's CPU that processes other than the tool and the "
            + "target use; without this limit, a high share only causes a note. In an open loop, sent=99% of the "
            + "scheduled requests must be sent. lateness=1ms limits the tool's own schedule delay: its p99 in an open "
            + "loop, or its median in a burst, if the delay changes the p50 by more than 20 %. backlog=10000 limits "
            + "how many requests of an open loop wait for a connection; further requests are dropped, and counted.",
            (scenario, text) => scenario.Limits.Set(text.Text))
        {
            NameSeparator = "=", IsRepeatable = true,
            Completions = [.. LimitSettings.Names.Select(name => $"{name}=")],
        },
    ];

    private static readonly Setting<Scenario>[] OfRun =
    [
        new("name", Measured, "Name of the run and of its result files. [default: the name of the scenario file]",
            (scenario, text) => scenario.Name = text.ParseFileName()),
        new("seed", Sending, "Seed of random values and of the order of rounds: the same seed repeats both.",
            (scenario, text) => scenario.Seed = text.ParseInteger()) { ValueName = "n", Default = "2014" },
        new("at", Run,
            "When to begin, such as 2026-12-24T18:00:00Z. Several load tools with the same time begin together.",
            (scenario, text) => scenario.At = TextValues.ParseInstant(text.Text)) { ValueName = "time" },
        new("part", Run,
            "Which of several load tools this one is, such as 2/3; all run at the same time, and each sends "
            + "different parameter values. load merge adds up the results.",
            (scenario, text) => scenario.Part = SequencePart.Parse(text.Text)) { ValueName = "n/count" },
    ];

    private static readonly Setting<Scenario>[] OfOutput =
    [
        new("out", Measured,
            "Folder for the result files. With -, the result goes to standard output, as one line of JSON, and "
            + "everything else to standard error.",
            (scenario, text) => scenario.Output.Out = text.Text)
        { ValueName = "folder", Default = "results", IsOften = true },
        new("repeat-command", Shown, "Command that the report shows for repeating the run. [default: the command line]",
            (scenario, text) => scenario.Output.RepeatCommand = text.Text) { ValueName = "text" },
        new("events", Shown,
            "Write the events of the run to this file, one JSON object per line. The program show displays them during "
            + "the run or later. With -, they go to standard output, and everything else to standard error.",
            (scenario, text) => scenario.Output.Events = text.ParseFilePath()) { ValueName = "path" },
        new("metrics", Shown,
            "Serve the tool's own metrics to Prometheus, at /metrics of this port: to this machine only, unless the "
            + "tool runs in a container.",
            (scenario, text) => scenario.Output.Metrics = text.ParseInteger(1, ushort.MaxValue))
        { ValueName = "port" },
        new("steer", Run | Steered,
            "Send load to one variant at a time until it is stopped, and measure nothing. The variants are those of "
            + "--vary, as in load compare. Lines of standard input control it: {\"variant\": \"b\"}, "
            + "{\"connections\": 20}, {\"again\": true} to count anew, {\"stop\": true}. {\"proof\": true} "
            + "compares the variant with the baseline, in rounds, and writes the result. The program show sends these "
            + "lines for the keys of its page.",
            (scenario, text) => scenario.Output.Steer = text.ParseSwitch()) { IsSwitch = true },
    ];

    public static IReadOnlyList<(string Title, Setting<Scenario>[] Settings)> Groups { get; } =
    [
        ("Request", OfRequests),
        ("Load", OfLoad),
        ("Comparison", OfComparison),
        ("Services", OfServices),
        ("Connections", OfConnections),
        ("Monitored processes", OfProcesses),
        ("Checks", OfChecks),
        ("Run", OfRun),
        ("Input and output", OfOutput),
    ];

    public static IReadOnlyList<Setting<Scenario>> All { get; } = [.. Groups.SelectMany(group => group.Settings)];

    public static SettingTable<Scenario> OfFiles { get; } =
        new([.. All.Except(OfOutput).Where(one => one.Commands != OfAb)]);

    public static Key? Find(string option) =>
        All.FirstOrDefault(key => key.Option == option || key.Aliases.Contains(option));
}
