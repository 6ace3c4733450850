namespace Studies.Studies.HeapCurve;

/// <summary>
/// Claims B5 to B7 of Prodan, 2016: what front-ends in .NET and in Go pay for less memory. One point for each of
/// them is a choice of settings and not a property of a language; this study measures points along a curve. All
/// front-ends call one back-end in .NET, and none closes idle connections, so that nothing else differs.
/// </summary>
internal sealed class HeapCurveStudy : StudyCommand
{
    private const int MaxConnections = 300;

    private static readonly string DebianBackport = Path.Combine("/usr", "lib", "go-1.23", "bin", "go");

    private readonly Option<int> _processStarts = new Option<int>("--starts")
    {
        Description = "How often to start all services and to measure.",
        HelpName = "N",
        DefaultValueFactory = _ => 1,
    }.WithRange(1, MaxStarts);

    private readonly Option<int> _connections = new Option<int>("--connections", "-c")
    {
        Description = "The number of connections of the closed loop: 50 as in claim B5, or 300 as in B6.",
        HelpName = "N",
        DefaultValueFactory = _ => 50,
    }.WithRange(1, MaxConnections);

    private readonly Option<string?> _newerGo = new("--newer-go")
    {
        Description = "The path of a second Go compiler, whose front-end is compared too. [default: the Go 1.23 of "
            + "Debian's backports, if it is installed]",
        HelpName = "PATH",
    };

    public HeapCurveStudy()
        : base(
            "heap-curve",
            "Compares .NET and Go along settings of their heaps: throughput, CPU and memory of the front-end.",
            new(9))
    {
        Add(_processStarts);
        Add(_connections);
        _newerGo.Validators.Add(result =>
        {
            if (result.Tokens is [var token] && !File.Exists(token.Value))
                result.AddError($"There is no Go compiler '{token.Value}'.");
        });
        Add(_newerGo);
        PassUnknownOptionsTo("load compare");
    }

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "the memory is read from the Linux kernel";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        var variants = HeapSetting.Net.Count + (HeapSetting.Go.Count * FindCompilers(arguments).Count());
        return arguments.GetRequiredValue(_processStarts)
            * TimeSpan.FromSeconds(15 + (variants * (6 + (2.5 * rounds))));
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (!FindCompilers(context.Arguments).Any())
            Console.WriteLine("  Go is not installed, so only the front-ends in .NET are compared.");
        var points = new List<HeapCurvePoint>();
        var code = ExitCode.Success;
        for (var start = 1; start <= context.Get(_processStarts); start++)
        {
            var run = await MeasureAsync(context, start, points);
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            if (!run.HasResult)
                return code;
        }

        var folder = Path.Combine(context.ResultsFolder, "table");
        var table = new TextTable(2, HeapCurvePoint.Headings);
        foreach (var point in points)
            table.Add(point.ToCells());
        StudyFiles.Write(folder, Name, points, table);
        HeapCurveSetting[] settings = [.. HeapCurveSetting.Group(points)];
        var overStarts = new TextTable(1, HeapCurveSetting.Headings);
        foreach (var setting in settings)
            overStarts.Add(setting.ToCells());
        StudyFiles.Write(folder, $"{Name}-settings", settings, overStarts);
        await File.WriteAllTextAsync(Path.Combine(folder, $"{Name}.svg"), HeapCurvePicture.Format(points));
        return code;
    }

    private async Task<LoadRun> MeasureAsync(StudyContext context, int start, List<HeapCurvePoint> points)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        List<Frontend> frontends =
        [
            .. HeapSetting.Net.Select(setting => new Frontend(HeapCurvePoint.NetRuntime, setting, () =>
                environment.StartFrontendAsync(backend, setting.ToEnvironment(), "--Client:Lifetime=shared"))),
        ];
        foreach (var compiler in FindCompilers(context.Arguments))
        {
            var version = await GoPeer.GetVersionAsync(compiler);
            if (frontends.Any(frontend => frontend.Runtime == version))
                continue;
            frontends.AddRange(HeapSetting.Go.Select(setting => new Frontend(version, setting, () =>
                environment.StartGoFrontendAsync(backend, setting.ToGoSettings(compiler)))));
        }

        var addresses = await StartOrder.StartAllAsync(start, [.. frontends.Select(frontend => frontend.StartAsync)]);
        VariantDefinition[] variants =
        [
            .. frontends.Zip(addresses, (frontend, address) => new VariantDefinition(
                frontend.Name, RequestUrls.FormatBaseUrl(address), frontend.Query) { Summary = $"{frontend.Setting}" }),
        ];
        var several = context with { Starts = Math.Max(2, context.Get(_processStarts)), StartNumber = start };
        var (run, peaks) = await MemoryPeak.ObserveAsync(
            [.. addresses.Select(environment.GetProcess)],
            several.CompareAsync("ingestion",
                ("--variants", VariantDefinition.Format(variants)), ("--baseline", variants[0].Name),
                MonitoredProcesses.MonitorBackend(backend), ("--connections", $"{context.Get(_connections)}"),
                ("--slice", "2s"), ("--name", $"{Name}-{start}")));
        if (run.HasResult)
        {
            var result = run.ReadResult();
            points.AddRange(frontends.Zip(peaks, (frontend, memory) => HeapCurvePoint.Create(
                start, frontend.Runtime, frontend.Setting, result.GetVariant(frontend.Name), memory)));
        }

        foreach (var address in addresses)
            await environment.StopAsync(address);
        await environment.StopAsync(backend);
        return run;
    }

    private IEnumerable<string> FindCompilers(ParseResult arguments)
    {
        if (GoPeer.IsGoInstalled)
            yield return GoSettings.InstalledCompiler;
        if (arguments.GetValue(_newerGo) is { } path)
            yield return Path.GetFullPath(path);
        else if (File.Exists(DebianBackport))
            yield return DebianBackport;
    }

    /// <summary>A front-end to compare.</summary>
    private sealed record Frontend(string Runtime, HeapSetting Setting, Func<Task<Uri>> StartAsync)
    {
        public string Name => $"{Runtime}-{Setting.Name}";

        /// <summary>The query flags, which only the front-end in .NET has.</summary>
        public string Query => Runtime is HeapCurvePoint.NetRuntime ? "client=shared&mode=async" : "";
    }
}
