namespace Studies.Studies;

/// <summary>
/// Claims B7 and B8 of Prodan, 2016: measures how settings of the garbage collector change the memory of the front-end
/// during and after load, and how they change its speed. Limits of the heap stand for the memory limit of a container,
/// which would also restrict the memory of the runtime itself.
/// </summary>
internal sealed class GcSettingsStudy : StudyCommand
{
    private static readonly (string Name, string Settings)[] Variants =
    [
        ("default", ""),
        ("datas-off", "GCDynamicAdaptationMode=0"),
        ("workstation", "gcServer=0"),
        ("non-concurrent", "gcServer=0 gcConcurrent=0"),
        ("heap-64-mb", "GCHeapHardLimit=4000000"),
        ("heap-256-mb", "GCHeapHardLimit=10000000"),
    ];

    public GcSettingsStudy()
        : base(
            "gc-settings",
            "Compares settings of the garbage collector. Shows the memory and CPU use of the front-end with each.",
            new(7)) =>
        PassUnknownOptionsTo("load compare");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(60 + (Variants.Length * (6 + (3.5 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var variants = new List<VariantDefinition>();
        foreach (var (name, settings) in Variants)
        {
            var frontend = await context.Environment.StartFrontendAsync(backend, ToEnvironment(settings));
            variants.Add(new VariantDefinition(name, RequestUrls.FormatBaseUrl(frontend), "client=shared&mode=async")
            {
                Summary = settings,
            });
        }

        var run = await context.CompareAsync("ingestion",
            ("--vary", VariantDefinition.Format(variants)), ("--baseline", Variants[0].Name),
            MonitoredProcesses.MonitorBackend(backend), ("--slice", "3s"), ("--settle", "30s"), ("--name", Name));
        return run.ToolExitCode;
    }

    private static Dictionary<string, string> ToEnvironment(string settings) => settings
        .Split(' ', StringSplitOptions.RemoveEmptyEntries)
        .Select(setting => setting.Split('='))
        .ToDictionary(setting => $"DOTNET_{setting[0]}", setting => setting[1]);
}
