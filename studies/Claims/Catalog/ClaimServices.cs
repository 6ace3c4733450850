using System.Collections.ObjectModel;

namespace Studies.Claims.Catalog;

/// <summary>Starts the processes of a row. Variants without a back-end of their own share one.</summary>
internal sealed class ClaimServices(TestbedEnvironment environment, ClaimRun run)
{
    private const int WarmUpRequests = 300;
    private const int RequestsAtOnce = 10;
    private Task<BackEndAddresses>? _shared;

    public TelemetrySink? Sink { get; init; }

    /// <summary>The control group of the program that is loaded; null for none.</summary>
    public ControlGroup? Quota { get; init; }

    /// <summary>The address of the shared back-end with https; null without.</summary>
    public Uri? Secure { get; private set; }

    private static IReadOnlyDictionary<string, string> NoVariables => ReadOnlyDictionary<string, string>.Empty;

    private IReadOnlyDictionary<string, string> BackEndVariables =>
        run.MonitorsPeaks ? PeakMonitor.Variables : NoVariables;

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
            return await FinishAsync(variant, backend.Http1, backend.Http1);
        var program = await CreateStartInfoAsync(Secure ?? backend.Http1, variant);
        IEnumerable<string> settings =
        [
            .. variant.Settings, .. variant.SendsTelemetry ? Sink!.Settings : [],
            .. backend.Http2 is { } http2 ? new[] { $"--Backend:Http2Address={http2}" } : [],
        ];
        foreach (var setting in settings)
            program.ArgumentList.Add(setting);
        program.SetVariables(backend.Variables.Concat(variant.Variables));
        var role = variant.Program is RunVariant.FrontEnd ? RunVariant.FrontEnd : "aggregator";
        return await FinishAsync(
            variant, await environment.StartProgramAsync(role, variant.Name, Quota?.Contain(program) ?? program),
            backend.Http1);
    }

    public static Task<RuntimeProgram> GetProgramAsync(RunVariant variant, CancellationToken stop) =>
        RuntimeProgram.PublishAsync(RuntimeProgram.Aggregator, variant.Program, stop);

    private async Task<StartedVariant> StartGoAsync(RunVariant variant)
    {
        if (!GoPeer.IsGoInstalled)
            throw new StudyException("Go is not installed here");
        var backend = await environment.StartGoBackendAsync(variant.Variables);
        return await FinishAsync(
            variant, await environment.StartGoFrontendAsync(backend, variant.Settings, variant.Variables), backend);
    }

    private async Task<StartedVariant> FinishAsync(RunVariant variant, Uri target, Uri backend)
    {
        for (var sent = 0; variant.First is { } first && sent < WarmUpRequests; sent += RequestsAtOnce)
        {
            await Task.WhenAll(Enumerable.Range(0, RequestsAtOnce)
                .Select(_ => environment.GetAsync(new(target, first))));
        }

        return new StartedVariant(variant, target, backend);
    }

    private async Task<BackEndAddresses> StartBackendAsync()
    {
        if (run.Http2)
        {
            var (http1, http2) = await environment.StartBackendWithHttp2Async(run.BackEnd);
            return new(http1, http2, NoVariables);
        }

        if (!run.Tls)
            return new(await environment.StartBackendAsync(BackEndVariables, run.BackEnd), null, NoVariables);
        var trust = environment.TrustCertificate().Variables;
        // A name and no number: .NET resumes sessions by the name of the server.
        Secure = new Uri($"https://localhost:{FreePort.FindAddress().Port}");
        return new(await environment.StartBackendAsync(
            trust, [$"--urls={FreePort.FindAddress()};{Secure}", .. run.BackEnd]), null, trust);
    }

    private async Task<ProcessStartInfo> CreateStartInfoAsync(Uri backend, RunVariant variant) =>
        variant.Program is RunVariant.FrontEnd
            ? ProgramLocator.CreateStartInfo(
                "FrontendApi", ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}"])
            : (await GetProgramAsync(variant, environment.StopToken))
                .CreateStartInfo($"--Backend:BaseAddress={backend}");

    // The variables are those of a program that calls the back-end, such as its trust in the certificate.
    private sealed record BackEndAddresses(Uri Http1, Uri? Http2, IReadOnlyDictionary<string, string> Variables);
}

internal sealed record StartedVariant(RunVariant Variant, Uri Target, Uri Backend)
{
    /// <summary>Gets the URL of the requests; that of a random customer if the variant has no path.</summary>
    public string Url => Variant.Path is { } path
        ? RequestUrls.FormatBaseUrl(Target) + path + (Variant.Query is { } query ? $"?{query}" : "")
        : RequestUrls.GetRandomCustomerUrl(Target, $"?{Variant.Query}");

    /// <summary>Defines the variant for a comparison, whose requests may have a path in common.</summary>
    public VariantDefinition Define(bool monitorsBackend) =>
        new(Variant.Name, RequestUrls.FormatBaseUrl(Target) + Variant.Path, Variant.Query)
        {
            Monitor = monitorsBackend
                ? new Dictionary<string, string>
                {
                    [MonitoredProcesses.BackendProcess] = RequestUrls.FormatBaseUrl(Backend),
                }
                : null,
        };
}
