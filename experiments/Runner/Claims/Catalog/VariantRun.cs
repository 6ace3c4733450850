namespace Experiments.Claims.Catalog;

/// <summary>Measures one variant of a row, which is loaded alone.</summary>
internal static class VariantRun
{
    /// <summary>Loads a variant in processes that have just started. A scenario names a back-end to monitor.</summary>
    public static async Task<VariantResult> RunAsync(
        MeasurementContext context, ClaimRun run, RunVariant variant, string name)
    {
        var result = await context.RunWithFailuresAsync(name, run.Scenario, async (environment, _) =>
        {
            var started = await new ClaimServices(environment, run).StartAsync(variant);
            return
            [
                ("--url", run.Scenario is null ? started.Url : RequestUrls.FormatBaseUrl(started.Target)),
                .. run.Scenario is null ? [] : new[] { MonitoredProcesses.MonitorBackend(started.Backend) },
                .. CreateLoad(run),
            ];
        });
        return RequireWarm(run, result).SingleVariant;
    }

    /// <summary>Sends one burst to a variant whose processes have just started.</summary>
    public static async Task<BurstOutcome> SendBurstAsync(
        MeasurementContext context, ClaimRun run, RunVariant variant, int start)
    {
        var (size, name) = (run.Burst!.Value, $"{run.Experiment}-{variant.Name}-start-{start}");
        return await context.LoadNewAsync(name, async (services, folder) =>
        {
            var started = await new ClaimServices(services, run).StartAsync(variant);
            if (run.PublishedClient)
                return await ClientOf2014.SendAsync(new(started.Url), size, folder, services.StopToken);

            var sent = await context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("run", folder)
            {
                Options = [("--url", started.Url), ("--burst", $"cold:{size}"), ("--name", name), .. CreateLoad(run)],
            });
            if (sent.ToolExitCode is not (ExitCode.Success or ExitCode.Invalid or ExitCode.Failed)
                || services.GetProcess(started.Target).HasExited)
            {
                throw new StudyException($"The burst {name} failed: the load tool exited with {sent.ToolExitCode}.");
            }

            // Without any response in time, there is no file.
            return sent.Path is { } path
                ? ClientOf2014.Read(path, file => RequireWarm(run, Result.Read(file)))
                : ClientOf2014.CreateResult(size, size, seconds: 1);
        });
    }

    /// <summary>Measures the anonymous memory of a program after its first requests, in megabytes.</summary>
    public static async Task<double> MeasureMemoryAsync(MeasurementContext context, RunVariant variant, string name)
    {
        var stop = context.Environment.StopToken;
        var start = await context.MeasureOnceAsync(name, async () =>
        {
            await using var environment = new TestbedEnvironment(stop);
            var program = await RuntimeProgram.PublishAsync(RuntimeProgram.Aggregator, variant.Program, stop);
            return await RuntimeStart.MeasureAsync(program, await environment.StartBackendAsync(), stop);
        });
        return start.MemoryMb ?? throw new StudyException("anonymous memory can be measured on Linux only");
    }

    private static Result RequireWarm(ClaimRun run, Result result) =>
        run.Cold is null && MeasurementContext.IsCold(result)
            ? throw new StudyException(MeasurementContext.Compiling) : result;

    public static IEnumerable<(string Name, string Value)> CreateLoad(ClaimRun run) =>
        run.Load.Select(option => ($"--{option.Key}", option.Value));
}
