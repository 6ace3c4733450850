using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares front-ends that export no traces, the traces of one request in a hundred, and all traces.
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
        await using var sink = new TelemetrySink();
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        var frontends = await StartOrder.StartAllAsync(
            context.StartNumber,
            [.. Variants.Select(variant => (Func<Task<Uri>>)(() => environment.StartFrontendAsync(
                backend, settings: variant.Name is Baseline ? [] : [.. sink.Settings, .. variant.Settings])))]);

        var variants = Variants.Zip(
            frontends, (variant, frontend) => $"{variant.Name}@{RequestUrls.FormatBaseUrl(frontend)}");
        var run = await context.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontends[0], "?client=shared&fanout=sequential")),
            ("--vary", string.Join(',', variants)), ("--baseline", Baseline), ("--warmup", "6s"),
            VariantResult.MonitorBackend(backend), ("--name", Name));
        if (sink.TracesReceived is 0)
            throw new StudyException("The front-ends sent no traces, so nothing was compared.");
        return run.ToolExitCode;
    }
}
