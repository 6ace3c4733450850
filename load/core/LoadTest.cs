using System.Security.Cryptography.X509Certificates;
using TwoTier.Load.Events;
using TwoTier.Load.Measuring;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load;

/// <summary>
/// What a <see cref="LoadRun"/> and a <see cref="LoadComparison"/> have in common: the requests, how many are under way
/// at a time, and the limits beyond which a result must not be quoted.
/// </summary>
/// <remarks>
/// <para>
/// A URL, a header or a body may contain parameters, whose values differ from request to request and are the same for
/// the same <see cref="Seed"/>: <c>{{{id:RAND_INTEGER:[1:1000]}}}</c>.
/// </para>
/// <para>
/// This process sends the load, and its CPU time counts as that of the load tool. While it measures, it should do
/// nothing else.
/// </para>
/// </remarks>
public abstract class LoadTest
{
    private const int MaxConnections = 100_000;
    private const int MaxStreams = 1_000;

    private protected LoadTest()
    {
    }

    /// <summary>The name of the measurement, which its result and the id of the result have.</summary>
    public string Name { get; init; } = "request";

    /// <summary>The HTTP method; null for GET, or for POST if there is a <see cref="Body"/>.</summary>
    public string? Method { get; init; }

    /// <summary>The headers of each request, by name. Content-Length is calculated, and must not be given.</summary>
    public IDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();

    /// <summary>The body of each request, sent as UTF-8; null for none.</summary>
    public string? Body { get; init; }

    /// <summary>The status codes that count as success; empty for all 2xx.</summary>
    public IReadOnlyCollection<int> ExpectedStatuses { get; init; } = [];

    /// <summary>The time limit of a request, to the last byte of its response.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// The number of connections: null for 10 in a closed loop, each of which sends the next request after the response
    /// to the last one, and for at most 1,000 in an open loop, which opens as many as it needs.
    /// </summary>
    public int? Connections { get; init; }

    /// <summary>The number of requests at a time on each connection of HTTP/2; null for HTTP/1.1.</summary>
    public int? Http2Streams { get; init; }

    /// <summary>Whether any certificate of the target counts as valid, such as that of a developer's machine.</summary>
    public bool AcceptsAnyCertificate { get; init; }

    /// <summary>The authorities of the target's certificate; null for those that the system trusts.</summary>
    public X509Certificate2Collection? Authorities { get; init; }

    /// <summary>The certificate with which the client proves who it is, and its private key; null for none.</summary>
    public X509Certificate2? ClientCertificate { get; init; }

    /// <summary>
    /// The arrival rate of an open loop in requests per second: requests are sent when they are due, whether or not the
    /// responses before have come, and response times count from that moment. Null for a closed loop, whose latencies
    /// do not include requests that would have waited while the target stalled (coordinated omission).
    /// </summary>
    public double? RatePerSecond { get; init; }

    /// <summary>How many requests of an open loop may wait for a connection. More are dropped, and counted.</summary>
    public int QueueLimit { get; init; } = 10_000;

    /// <summary>
    /// Whether the metrics of the target (GET /metrics at its address, in Prometheus' text format) are read before and
    /// after the load, for its CPU time and memory per request.
    /// </summary>
    public bool MonitorsTarget { get; init; }

    /// <summary>
    /// Conditions that the result must meet, such as <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c> or
    /// <c>throughput &gt; 900/s</c>, and in a comparison of a variant <c>new</c> with the baseline <c>old</c> also
    /// <c>p99 new/old &lt; 1.1</c>. <see cref="Result.Thresholds"/> says which were met,
    /// and for which the result is too uncertain.
    /// </summary>
    public IReadOnlyList<string> Thresholds { get; init; } = [];

    /// <summary>The highest share of errors, from 0 to 1, with which a result is valid.</summary>
    public double MaxErrorShare { get; init; } = RunLimits.Default.MaxErrorShare;

    /// <summary>
    /// The highest share of this machine's CPU time, from 0 to 1, that processes other than the target and this one may
    /// use in a valid result; null for any. Above a quarter, a result is busy: see <see cref="RunValidity.BusyState"/>.
    /// </summary>
    public double? MaxOtherCpuShare { get; init; }

    /// <summary>The seed of random parameter values and of the order in which variants are measured.</summary>
    public int Seed { get; init; } = 2014;

    /// <summary>
    /// Receives what happens while load is sent, a line of JSON at a time, as <c>load --events</c> writes it and the
    /// program <c>show</c> displays it; null for nobody. What cannot be written is left out.
    /// </summary>
    public TextWriter? Events { get; set; }

    /// <summary>
    /// Finds a figure of a result that does not follow from its samples and histograms: one that was changed.
    /// </summary>
    /// <returns>The flaw, as the end of a sentence about the result; null if there is none.</returns>
    public static string? FindFlaw(Result result) => FigureCheck.FindFlaw(result);

    internal static void Parse(string parameter, Action parse)
    {
        try
        {
            parse();
        }
        catch (ParseException e)
        {
            throw new ArgumentException(e.Message, e.Span?.Source ?? parameter, e);
        }
    }

    internal static void Require(bool isValid, string property, string rule)
    {
        if (!isValid)
            throw new ArgumentException($"{property} must be {rule}", property);
    }

    internal static void RequirePositive(TimeSpan value, string property) =>
        Require(value > TimeSpan.Zero, property, "longer than 0");

    /// <summary>What is asked for, as the scenario that the command line would read.</summary>
    internal Scenario CreateScenario()
    {
        RequirePositive(Timeout, nameof(Timeout));
        Require(ClientCertificate?.HasPrivateKey ?? true, nameof(ClientCertificate), "one with a private key");
        Require(
            Connections is null or > 0 and <= MaxConnections,
            nameof(Connections),
            $"from 1 to {MaxConnections}. Try 10");
        Require(Http2Streams is null or > 0 and <= MaxStreams, nameof(Http2Streams), $"from 1 to {MaxStreams}, or null");
        var scenario = Scenario.Read($"{GetType().Name} of TwoTier.Load.Core", null, []);
        (scenario.Name, scenario.Seed, scenario.Timeout) = (Name, Seed, Timeout);
        (scenario.Connections, scenario.Streams) = (Connections, Http2Streams);
        if (RatePerSecond is { } rate)
        {
            Require(rate > 0 && double.IsFinite(rate), nameof(RatePerSecond), "above 0, or null for a closed loop");
            scenario.Rates = [new Rate($"{FormatNumber(rate)}/s", rate)];
        }

        if (Method is not null)
            Parse(nameof(Method), () => scenario.Common.SetMethod(Method));
        foreach (var (name, value) in Headers)
        {
            Parse(nameof(Headers), () => scenario.Common.Headers.Add(
                HeaderLine.Parse(new SourceSpan($"{name}: {value}", nameof(Headers)))));
        }

        scenario.Common.Body = Body is null ? null : new BodyText(new SourceSpan(Body, nameof(Body)));
        if (ExpectedStatuses.Count > 0)
            scenario.Common.Expected = new ResponseExpectations([.. ExpectedStatuses]);
        foreach (var threshold in Thresholds)
            Parse(nameof(Thresholds), () => scenario.AddThreshold(threshold));
        scenario.Limits.MaxBacklog = QueueLimit;
        scenario.Limits.Run = scenario.Limits.Run with
        {
            MaxErrorShare = MaxErrorShare,
            MaxOtherCpuShare = MaxOtherCpuShare,
        };
        if (MonitorsTarget)
            scenario.Monitor.Add(new MonitorChoice(MonitoredProcess.Target, null));
        scenario.Client = new ClientOptions
        {
            Streams = Http2Streams ?? 1,
            AcceptsAnyCertificate = AcceptsAnyCertificate,
            Authorities = Authorities,
            ClientCertificates = ClientCertificate is null ? [] : [ClientCertificate],
        };
        return scenario;
    }

    internal void StartEvents(LoadSession session, EventSource source)
    {
        if (Events is { } output)
            session.StartEvents(output, _ => [new TextRun($"{Name} has ended.")], source);
    }
}
