using Experiments.Claims.Catalog;
using TwoTier.Load.Diagnostics;

namespace Experiments.Grids;

/// <summary>Variants that are started together in a cell, and loaded.</summary>
internal sealed record GridTurn(GridFile Grid, GridCell Cell)
{
    private const int Customers = 20;

    public string Name => Grid.Rounds is null ? $"{Cell.Name}: {Grid.Variants[0].Name}" : Cell.Name;

    /// <returns>What was measured of each variant, and the exit code of the load tool.</returns>
    public async Task<(IReadOnlyList<GridMeasurement> Measured, int Code)> MeasureAsync(
        StudyContext context, string study, bool isShort)
    {
        var environment = context.Environment;
        var measured = Grid.Variants.Select(variant => new GridMeasurement(Cell, variant.Name)).ToArray();
        using var group = CreateGroup();
        using var services = new GridServices(environment, Grid, Cell, group);
        try
        {
            if (Grid.MeasuresStarts)
                await MeasureStartsAsync(environment, measured);
            if (await StartAsync(context.StartNumber ?? 1, services, group, measured) is not { } started)
                return (measured, ExitCode.Success);
            var code = ExitCode.Success;
            foreach (var (name, load) in Grid.Loads)
            {
                var options = GridLoad.GetOptions(load, isShort, Grid.Tls);
                var before = ReadPeriods(group);
                if (GridLoad.IsOfOne(load))
                    await GridLoad.SendAsync(context, Grid, started, measured, name, options, study);
                else
                    code = await GridLoad.CompareAsync(context, Grid, started, measured, name, options, study);
                if (group is not null && before is var (periods, throttled) && ReadPeriods(group) is var (all, stopped))
                    measured[0].ThrottledPercent = all > periods ? 100 * (stopped - throttled) / (all - periods) : 0;
            }

            foreach (var (one, result) in started.Zip(measured))
            {
                var process = environment.GetProcess(one.Target);
                result.Status = ProcessStatus.Read(process);
                result.Otherwise = !Grid.MayFail ? null
                    : Cell.LimitsMemory && group!.ReadKills() > 0 ? "killed under load"
                    : process.HasExited ? "exited under load"
                    : result.Loads.Count < Grid.Loads.Count ? "answered nothing"
                    : Cell.LimitsMemory && result.Loads.Values.Any(load => load.Errors > 0) ? "failed requests" : null;
                if (result.Otherwise is null)
                    result.Metrics = await environment.ReadMetricsAsync(one.Target);
            }

            if (Grid.Scenario is null && measured.All(one => one.Otherwise is null))
                await CompareAnswersAsync(environment, started, measured);
            return (measured, code);
        }
        finally
        {
            await environment.StopAllAsync();
        }
    }

    private ControlGroup? CreateGroup() => (Cell.GetNumber("cores"), Cell.GetNumber("memory")) switch
    {
        (null, null) => null,
        ({ } cores, _) => ControlGroup.TryLimitCores(cores) ?? throw new StudyException(ControlGroup.Obstacle),
        (_, { } mebibytes) => ControlGroup.TryLimitMemory((long)mebibytes << 20)
            ?? throw new StudyException(ControlGroup.Obstacle),
    };

    private (double Periods, double Throttled)? ReadPeriods(ControlGroup? group) =>
        Cell.GetNumber("cores") is null ? null : group?.ReadPeriods();

    private async Task MeasureStartsAsync(TestbedEnvironment environment, GridMeasurement[] measured)
    {
        var backend = await environment.StartBackendAsync();
        foreach (var (variant, one) in Grid.Variants.Zip(measured).Shuffle())
        {
            var program = await RuntimeProgram.PublishAsync(
                RuntimeProgram.Aggregator, variant.Program, environment.StopToken);
            one.Start = await RuntimeStart.MeasureAsync(program, backend, environment.StopToken);
            one.DiskMb = program.Bytes / 1e6;
        }

        if (measured.Select(one => one.Start!.Hash).Distinct().Count() is not 1)
            throw new StudyException("The builds give different answers.");
    }

    /// <returns>The processes, which are started in an order that changes; null if one did not start.</returns>
    private async Task<StartedVariant[]?> StartAsync(
        int start, GridServices services, ControlGroup? group, GridMeasurement[] measured)
    {
        try
        {
            return await StartOrder.StartAllAsync(start, [.. Grid.Variants.Zip(measured, (variant, one) =>
                (Func<Task<StartedVariant>>)(async () =>
                {
                    var (started, readyMs) = await services.StartAsync(variant);
                    (one.ReadyMs, one.RttMs) = (readyMs, services.RttMs);
                    return started;
                }))]);
        }
        catch (Exception failure) when (Cell.LimitsMemory && failure is TargetUnreachableException)
        {
            measured[0].Otherwise = group!.ReadKills() > 0 ? "killed at its start" : "did not start";
            return null;
        }
    }

    /// <summary>Counts the calls of each variant to the back-end. All must give the same answers.</summary>
    private static async Task CompareAnswersAsync(
        TestbedEnvironment environment, StartedVariant[] started, GridMeasurement[] measured)
    {
        string? expected = null;
        foreach (var (one, result) in started.Zip(measured))
        {
            var (answers, before) = ("", await CountCallsAsync(environment, one.Target));
            for (var id = 1; id <= Customers; id++)
                answers += await environment.GetAsync(new(one.Target, $"/api/customer/{id}?{one.Variant.Query}"));
            if ((expected ??= answers) != answers)
                throw new StudyException($"The answers of {result.Variant} differ from those of {measured[0].Variant}.");
            result.Calls = (await CountCallsAsync(environment, one.Target) - (before ?? 0)) / Customers;
        }
    }

    private static async Task<double?> CountCallsAsync(TestbedEnvironment environment, Uri target) =>
        (await environment.ReadMetricsAsync(target)).Sum("backend_call_duration_seconds_count", []);
}
