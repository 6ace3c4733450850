namespace Experiments.Measuring;

/// <summary>Variants that are started together in a cell, and loaded.</summary>
internal sealed record Turn(Experiment Experiment, Cell Cell)
{
    private const int Customers = 20;

    public string Name => Experiment.IsOneByOne
        ? string.Join(": ", new[] { Cell.Name, Experiment.Variants[0].Name }.Where(one => one is not ""))
        : Cell.Name;

    /// <returns>What was measured of each variant. New processes are measured again if they still compiled.</returns>
    public async Task<IReadOnlyList<Row>> MeasureAsync(StudyContext context, int start, bool isShort)
    {
        for (var tries = 1; ; tries++)
        {
            var measured = Experiment.Variants.Select(variant => new Reading(Cell, variant.Name)).ToArray();
            await MeasureAsync(context, start, isShort, measured);
            if (!Experiment.IsOneByOne || measured[0].Fault is null || tries == ExperimentLoad.MostTries)
                return [.. measured.Select(one => one.ToRow(Experiment))];
            Console.WriteLine($"     – {measured[0].Fault}; measuring again");
        }
    }

    private async Task MeasureAsync(StudyContext context, int start, bool isShort, Reading[] measured)
    {
        var environment = context.Environment;
        await using var services = new CellServices(environment, Experiment, Cell);
        try
        {
            if (Experiment.MeasuresStarts)
                await MeasureStartsAsync(environment, measured);
            if (Experiment.MeasuresMemoryOnly)
                return;
            var started = await StartAsync(start, services, measured);
            foreach (var (name, keys) in Experiment.Loads)
            {
                var load = new ExperimentLoad(context, Experiment, name, keys) { IsShort = isShort };
                if (Experiment.IsAlone(keys))
                {
                    foreach (var (one, result) in started.Zip(measured).Shuffle())
                        await load.SendAsync(one, result, environment.GetProcess(one.Target));
                }
                else
                {
                    await load.CompareAsync(started, measured, start);
                }
            }

            foreach (var (one, result) in started.Zip(measured))
                await FinishAsync(environment, one, result);
            if (!await services.HasTracesAsync())
                throw new StudyException("the front-end sent no traces");
            if (Experiment.ComparesAnswers && measured.All(one => one.Otherwise is null))
                await CompareAnswersAsync(environment, started, measured);
        }
        finally
        {
            await environment.StopAllAsync();
        }
    }

    private async Task FinishAsync(TestbedEnvironment environment, StartedVariant started, Reading result)
    {
        var process = environment.GetProcess(started.Target);
        result.MemoryMb = ProcessRunner.ReadMemoryMb(process);
        result.Otherwise = !Experiment.MayFail ? null
            : process.HasExited ? "exited under load"
            : result.Loads.Count < Experiment.Loads.Count ? "answered nothing" : null;
        if (result.Otherwise is null && result.Loads.Count > 0)
            result.Metrics = await environment.ReadMetricsAsync(started.Target);
    }

    private async Task MeasureStartsAsync(TestbedEnvironment environment, Reading[] measured)
    {
        var backend = await environment.StartBackendAsync();
        foreach (var (variant, one) in Experiment.Variants.Zip(measured).Shuffle())
        {
            var program = await RuntimeProgram.PublishAsync(
                RuntimeProgram.Aggregator, variant.Program, environment.StopToken);
            one.Start = await RuntimeStart.MeasureAsync(program, backend, environment.StopToken);
        }

        if (measured.Select(one => one.Start!.Hash).Distinct().Count() is not 1)
            throw new StudyException("The builds give different answers.");
    }

    private async Task<StartedVariant[]> StartAsync(int start, CellServices services, Reading[] measured)
    {
        // Two processes of one program differ for as long as they live, and the one that starts later may do so in one
        // direction. The order is therefore reversed at every second start.
        var started = new StartedVariant[measured.Length];
        foreach (var (i, one) in start % 2 is 0 ? measured.Index().Reverse() : measured.Index())
        {
            (started[i], one.ReadyMs) = await services.StartAsync(Experiment.Variants[i]);
            one.RttMs = services.RttMs;
        }

        return started;
    }

    /// <summary>Counts the calls of each variant to the back-end. All must give the same answers.</summary>
    private static async Task CompareAnswersAsync(
        TestbedEnvironment environment, StartedVariant[] started, Reading[] measured)
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
