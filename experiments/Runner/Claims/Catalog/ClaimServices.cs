namespace Experiments.Claims.Catalog;

/// <summary>Starts the processes of a row. Variants without a back-end of their own share one.</summary>
internal sealed class ClaimServices(TestbedEnvironment environment, ClaimRun run)
{
    private const int PartSize = 1000;
    private const int RequestsAtOnce = 100;
    private const int ScrapesAfter = 10;
    private Task<Uri>? _shared;

    // The address of the shared back-end with https, and the trust in its certificate; null without.
    private Uri? _secure;
    private IReadOnlyDictionary<string, string>? _trust;

    public TelemetrySink? Sink { get; init; }

    /// <summary>The control group of the program that is loaded; null for none.</summary>
    public ControlGroup? Quota { get; init; }

    /// <summary>The address of the shared back-end with HTTP/2; null without.</summary>
    public Uri? Http2 { get; private set; }

    private IReadOnlyDictionary<string, string>? BackEndVariables =>
        run.MonitorsPeaks ? PeakMonitor.Variables : null;

    /// <summary>Starts the program that is loaded, and what it calls.</summary>
    public async Task<StartedVariant> StartAsync(RunVariant variant)
    {
        if (variant.Program is RunVariant.IngestGo)
            return await StartGoAsync(variant);
        if (variant is { Program: RunVariant.BackEnd, Settings: not [] })
        {
            var own = await environment.StartBackendAsync(BackEndVariables, [.. run.BackEnd, .. variant.Settings]);
            return await FinishAsync(variant, own, own);
        }

        var backend = await (_shared ??= StartBackendAsync());
        if (variant.Program is RunVariant.BackEnd)
            return await FinishAsync(variant, backend, backend);
        string[] settings =
        [
            $"--Backend:BaseAddress={_secure ?? backend}",
            .. Http2 is null ? [] : new[] { $"--Backend:Http2Address={Http2}" },
            .. variant.Settings, .. variant.SendsTelemetry ? Sink!.Settings : [],
        ];
        var program = variant.Program is RunVariant.FrontEnd
            ? ServiceProgram.CreateStartInfo("FrontendApi", settings)
            : (await RuntimeProgram.PublishAsync(RuntimeProgram.Aggregator, variant.Program, environment.StopToken))
                .CreateStartInfo(settings);
        program.SetVariables(_trust).SetVariables(variant.Variables);
        var role = variant.Program is RunVariant.FrontEnd ? RunVariant.FrontEnd : "aggregator";
        var target = await environment.StartProgramAsync(role, variant.Name, Quota?.Contain(program) ?? program);
        return await FinishAsync(variant, target, backend);
    }

    private async Task<StartedVariant> StartGoAsync(RunVariant variant)
    {
        if (!GoPeer.IsGoInstalled)
            throw new StudyException("Go is not installed here");
        var backend = await environment.StartGoBackendAsync(variant.Variables);
        return await FinishAsync(
            variant, await environment.StartGoFrontendAsync(backend, variant.Variables, variant.Settings), backend);
    }

    private async Task<StartedVariant> FinishAsync(RunVariant variant, Uri target, Uri backend)
    {
        for (var part = 0; variant.First is { } first && part < run.FirstParts; part++)
        {
            await WarmUpAsync(target, first);
            await environment.DelayAsync(TimeSpan.FromSeconds(run.FirstPauseS ?? 3));
        }

        return new StartedVariant(variant, target, backend);
    }

    // The load tool reads the metrics with each burst. So their code must be compiled, too, which takes many requests.
    private async Task WarmUpAsync(Uri target, string first)
    {
        for (var sent = 0; sent < PartSize; sent += RequestsAtOnce)
        {
            await Task.WhenAll(Enumerable.Range(0, RequestsAtOnce)
                .Select(_ => environment.GetAsync(new(target, first))));
            for (var scrape = 0; scrape < ScrapesAfter; scrape++)
                await environment.ReadMetricsAsync(target);
        }
    }

    private async Task<Uri> StartBackendAsync()
    {
        if (run.Http2)
        {
            (var http1, Http2) = await environment.StartBackendWithHttp2Async(run.BackEnd);
            return http1;
        }

        if (!run.Tls)
            return await environment.StartBackendAsync(BackEndVariables, run.BackEnd);
        _trust = environment.TrustCertificate().Variables;
        // A name and no number: .NET resumes sessions by the name of the server.
        _secure = new Uri($"https://localhost:{FreePort.FindAddress().Port}");
        return await environment.StartBackendAsync(
            _trust, [$"--urls={FreePort.FindAddress()};{_secure}", .. run.BackEnd]);
    }
}

internal sealed record StartedVariant(RunVariant Variant, Uri Target, Uri Backend)
{
    /// <summary>Gets the URL of the requests; that of a random customer if the variant has no path.</summary>
    public string Url => Variant.Path is { } path
        ? RequestUrls.FormatBaseUrl(Target) + path + (Variant.Query is { } query ? $"?{query}" : "")
        : RequestUrls.GetRandomCustomerUrl(Target, $"?{Variant.Query}");

    /// <summary>Creates the options that compare variants, of which the first is the baseline.</summary>
    public static IReadOnlyList<(string Name, string Value)> CreateComparison(
        IReadOnlyList<StartedVariant> started, bool hasScenario)
    {
        // A scenario names a back-end to monitor, so each variant must name its own. Without a scenario, variants that
        // share a back-end need one monitor only.
        var sharesMonitor = !hasScenario && started.DistinctBy(one => one.Backend).Count() is 1;
        return
        [
            .. hasScenario ? [] : new[] { ("--url", RequestUrls.GetRandomCustomerUrl(started[0].Target)) },
            ("--baseline", started[0].Variant.Name),
            ("--vary", VariantDefinition.Format(started.Select(one => one.Define(
                !sharesMonitor && (hasScenario || one.Target != one.Backend))))),
            .. sharesMonitor ? new[] { MonitoredProcesses.MonitorBackend(started[0].Backend) } : [],
        ];
    }

    private VariantDefinition Define(bool monitorsBackend) =>
        new(Variant.Name, RequestUrls.FormatBaseUrl(Target) + Variant.Path, Variant.Query)
        {
            Monitor = monitorsBackend
                ? new() { [MonitoredProcesses.BackendProcess] = RequestUrls.FormatBaseUrl(Backend) }
                : null,
        };
}
