using static Studies.Claims.Catalog.IngestionVariant;

namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Prodan, 2016, about ASP.NET Core compared with Go.</summary>
internal static class Prodan2016Claims
{
    private const int HighConnectionCount = 300;

    /// <summary>The payload of the publication. Its nested JSON has single quotes, which Json.NET accepts.</summary>
    private const string Payload = """
        {"data":"{'job_id':'c4bb6d130003','container_id':'ab7b85dcac72','status':'Success: process exited with code 0.'}"}
        """;

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["B2"] = CompareThroughput(ClientPerRequest, SharedClient),
        ["B2p"] = CompareWithAbAsync,
        ["B4"] = CompareThroughput(SharedClient, BackendOnly),
        ["B5"] = CompareThroughput(SharedClient, GoServices),
        ["B5c"] = CompareThroughput(SharedClient, GoWithEqualMemory),
        ["B6"] = Compare(SharedClient, GoServices, ComparisonReader.ReadThroughput, HighConnectionCount),
        ["B6c"] = Compare(SharedClient, GoWithEqualMemory, ComparisonReader.ReadThroughput, HighConnectionCount),
        ["B7"] = CompareMemory(ClientPerRequest, variant => variant.Target.WorkingSetMb),
        ["B7b"] = CompareMemory(SharedClient, variant => variant.Target.WorkingSetMb),
        ["B7c"] = CompareMemory(ClientPerRequest, variant => variant.Target.WorkingSetAfterMb),
        ["B7d"] = CompareMemory(ClientPerRequest, variant => variant.Backend.WorkingSetMb),
        ["B7e"] = Compare(
            GoServices, ClientPerRequest, ComparisonReader.ReadCpu, rate: IngestionTable.ClientPerRequestRate),
        ["B7f"] = CompareMemory(ClientPerRequest, variant => variant.Backend.WorkingSetAfterMb),
        ["B9"] = (context, _) => MeasurePortExhaustionAsync(context),
        ["B9b"] = (context, _) => MeasureGoPortExhaustionAsync(context),
        ["B10"] = Compare(
            GoServices, SharedClient, starts => ComparisonReader.ReadDips(starts.Single(), "net_dips", "go_dips"),
            trial: "15s"),
    };

    private static MeasureClaim CompareThroughput(IngestionVariant baseline, IngestionVariant other) =>
        Compare(baseline, other, ComparisonReader.ReadThroughput, trial: null);

    private static MeasureClaim CompareMemory(IngestionVariant other, Func<VariantResult, double?> level) =>
        Compare(GoServices, other, starts => ComparisonReader.ReadPeakResource(starts, level, "MB"));

    // A closed loop, or an open one if there is a rate (in requests per second). Trials are short if trial is null, but
    // not for memory, which rises within a trial, and not for 300 connections, whose responses take 20 ms.
    private static MeasureClaim Compare(
        IngestionVariant baseline, IngestionVariant other, Func<IReadOnlyList<Result>, Measurement> read,
        int connections = 50, double? rate = null, string? trial = "2s")
    {
        var load = (rate is null ? $"{connections}" : $"{rate}-per-second")
            + (trial is "2s" or null ? "" : $"-{trial}");
        var trials = trial is null ? LoadCommand.ShortTrials : [("--slice", trial)];
        return async (context, claim) => read(await context.CompareAsync(
            claim.File.Design!, $"{other.Name}-against-{baseline.Name}-{load}", "ingestion", async start =>
            [
                ("--baseline", baseline.Name), ("--connections", $"{connections}"), ("--settle", "5s"),
                .. trials, .. rate is null ? [] : new[] { ("--rate", $"{rate}/s") },
                ("--vary", VariantDefinition.Format(await StartOrder.StartAllAsync(
                    start.Number, () => baseline.StartAsync(start), () => other.StartAsync(start)))),
            ],
            trial is null ? MeasurementContext.ShortRounds : MeasurementContext.DefaultRounds));
    }

    /// <summary>Compares the rates that ab prints for two variants, one after the other, as published.</summary>
    private static async Task<Measurement> CompareWithAbAsync(MeasurementContext context, Claim claim)
    {
        var figures = "";
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            await using var services = new TestbedEnvironment(context.Environment.StopToken);
            var processes = new ProcessStart(services, start);
            var first = await MeasureWithAbAsync(context, processes, ClientPerRequest);
            var second = await MeasureWithAbAsync(context, processes, SharedClient);
            figures = $"in the last start {LedgerNumbers.Format(second)} req/s, against {LedgerNumbers.Format(first)}";
            return second / first;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio, figures);
    }

    private static async Task<double> MeasureWithAbAsync(
        MeasurementContext context, ProcessStart processes, IngestionVariant variant)
    {
        var name = $"{variant.Name}-{processes.Number}";
        return ApacheBench.ParseRate(await context.MeasureOnceAsync($"ab-{name}", async () =>
        {
            if (!ApacheBench.IsInstalled)
                throw new StudyException("ab is not installed here (Debian's apache2-utils)");
            var folder = Directory.CreateDirectory(context.GetFolder("ab")).FullName;
            var payload = Path.Combine(folder, "payload.json");
            await File.WriteAllTextAsync(payload, Payload);
            var target = new Uri((await variant.StartServicesAsync(processes)).Target, variant.Path);
            var output = await ProcessRunner.CaptureAsync(
                ApacheBench.CreateStartInfo(target, payload), context.Environment.StopToken);
            await File.WriteAllTextAsync(Path.Combine(folder, $"{name}.txt"), output.All);
            return output.All;
        }));
    }

    private static async Task<Measurement> MeasurePortExhaustionAsync(MeasurementContext context)
    {
        var run = (await context.RunWithFailuresAsync("exhausted", "ingestion", async start =>
        {
            var (target, backend) = await SharedClient.StartServicesAsync(start);
            return
            [
                ("--url", RequestUrls.FormatBaseUrl(target)), MonitoredProcesses.MonitorBackend(backend),
                ("--count", "100000"), ("--connections", "100"),
            ];
        })).SingleVariant;
        return Measurement.FromMetric("failed_share", GetFailedShare(run),
            $"{run.Errors} of {run.Requests} requests failed, and {run.Target.ConnectionsOpened:0} connections were "
                + "opened");
    }

    /// <summary>Runs the study that uses up all ports of a network namespace, and reads what Go did in it.</summary>
    private static async Task<Measurement> MeasureGoPortExhaustionAsync(MeasurementContext context)
    {
        var (few, many) = await context.MeasureOnceAsync("ports", async () =>
        {
            var folder = Path.GetFullPath(context.GetFolder("ports"));
            var study = ProgramLocator.CreateStartInfo("Studies", [PortExhaustionStudy.StudyName, "--out", folder]);
            await context.RunWithLogFileAsync(study, "ports");
            return (
                PortExhaustionStudy.ReadResult(folder, PortExhaustionStudy.GoFewIdle, PortExhaustionStudy.NoReuse),
                PortExhaustionStudy.ReadResult(folder, PortExhaustionStudy.GoManyIdle, PortExhaustionStudy.NoReuse));
        });
        if (few is null || many is null)
            return Measurement.NotMeasured("this needs Go, and permission to create a network namespace");
        return new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["failed_with_2"] = GetFailedShare(few.SingleVariant),
                ["failed_with_100"] = GetFailedShare(many.SingleVariant),
            },
            Figures = $"{FormatFailures(few.SingleVariant)} with 2 idle connections, and "
                + $"{FormatFailures(many.SingleVariant)} with 100",
        };
    }

    private static Metric GetFailedShare(VariantResult run) => Metric.Exact((double)run.Errors / run.Requests);

    private static string FormatFailures(VariantResult run) =>
        $"{run.Errors} of {run.Requests} requests failed ({run.Target.ConnectionsOpened:0} connections opened)";
}
