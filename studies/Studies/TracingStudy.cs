using System.CommandLine;
using System.Net;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares front-ends that export no traces, the traces of one request in a hundred, and all traces. The collector
/// reads the exports and throws them away.
/// </summary>
internal sealed class TracingStudy : StudyCommand
{
    private const string Baseline = "off";

    private static readonly (string Name, string[] Settings)[] Variants =
    [
        (Baseline, []),
        ("one-percent", ["--OTEL_TRACES_SAMPLER=traceidratio", "--OTEL_TRACES_SAMPLER_ARG=0.01"]),
        ("all", ["--OTEL_TRACES_SAMPLER=always_on"]),
    ];

    public TracingStudy()
        : base("tracing",
            "Compares the CPU time of front-ends that export no traces, one in a hundred, and all.",
            new(15))
    {
        AddStartsOption();
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(40 + (5 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        using var collector = new HttpListener();
        var address = FreePort.FindAddress();
        collector.Prefixes.Add($"{address}");
        collector.Start();
        var receiving = ReceiveAsync(collector);

        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        var frontends = new List<(string Name, Uri Address)>();
        foreach (var (name, settings) in Variants)
        {
            string[] export = name is Baseline
                ? []
                : [$"--OTEL_EXPORTER_OTLP_ENDPOINT={address}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"];
            frontends.Add((name, await environment.StartFrontendAsync(backend, settings: [.. export, .. settings])));
        }

        var variants = frontends.Select(one => $"{one.Name}@{RequestUrls.FormatBaseUrl(one.Address)}");
        var run = await context.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontends[0].Address, "?client=shared&fanout=sequential")),
            ("--vary", string.Join(',', variants)), ("--baseline", Baseline), ("--warmup", "6s"),
            ("--monitor", $"back-end={backend}"), ("--name", Name));
        collector.Stop();
        Console.WriteLine($"  exports    {await receiving:#,0}");
        return run.ToolExitCode;
    }

    /// <returns>The number of exports that were received.</returns>
    private static async Task<int> ReceiveAsync(HttpListener collector)
    {
        for (var count = 0; ; count++)
        {
            try
            {
                var context = await collector.GetContextAsync();
                await context.Request.InputStream.CopyToAsync(Stream.Null);
                context.Response.Close();
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
            {
                // The collector was stopped, or a front-end closed its connection.
                if (!collector.IsListening)
                    return count;
            }
        }
    }
}
