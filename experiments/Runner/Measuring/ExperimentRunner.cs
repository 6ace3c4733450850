using TwoTier.Load;

namespace Experiments.Measuring;

/// <summary>
/// Measures an experiment in several starts. What a start has measured is a file in the folder of the results, before the
/// next one begins: a run that goes on there measures only what is missing.
/// </summary>
internal sealed class ExperimentRunner(StudyContext context)
{
    private string DescriptionPath => Path.Combine(context.ResultsFolder, "experiment.json");

    /// <summary>Whether the times of the file are replaced by short ones.</summary>
    public bool IsShort { get; init; }

    /// <returns>The rows of each start.</returns>
    public async Task<IReadOnlyList<IReadOnlyList<Row>>> RunAsync(
        Experiment experiment, IReadOnlyList<Cell> cells, int starts)
    {
        if (experiment.Script is { } script)
        {
            return await RunStartsAsync(experiment, cells, starts, async start =>
                (await ScriptRun.RunAsync(script, [.. experiment.Arguments, .. context.UserOptions], start,
                    context.Environment.StopToken)).CreateRows());
        }

        if (experiment.Benchmarks is { } benchmarks)
        {
            return await RunStartsAsync(
                experiment, cells, starts, start => BenchmarkRun.RunAsync(benchmarks, experiment.Parameters, start, context));
        }

        LoadTest.SetUpProcess();
        var turns = await CreateTurnsAsync(experiment, cells);
        context.Environment.Core = experiment.SeparateCores ? 0 : null;
        if (experiment.SeparateCores)
            await ProcessRunner.PinThisProcessAsync(core: 1, context.Environment.StopToken);
        var (began, ended) = (Stopwatch.GetTimestamp(), 0);
        var all = starts * turns.Count;
        return await RunStartsAsync(experiment, cells, starts, async start =>
        {
            var rows = new IReadOnlyList<Row>[turns.Count];
            foreach (var (index, turn) in turns.Index().Shuffle())
            {
                var left = Stopwatch.GetElapsedTime(began) / Math.Max(1, ended) * (all - ended);
                Console.WriteLine($"  start {start} of {starts} {turn.Name}".TrimEnd()
                    + (ended is 0 ? "" : $", {StudyCommand.FormatDuration(left)} left"));
                rows[index] = await turn.MeasureAsync(context, start, IsShort);
                ended++;
            }

            return [.. rows.SelectMany(one => one)];
        }, () => all -= turns.Count);
    }

    // Variants that are compared in rounds are started together; others have a turn each.
    private async Task<IReadOnlyList<Turn>> CreateTurnsAsync(Experiment experiment, IReadOnlyList<Cell> cells)
    {
        var programs = new HashSet<string>();
        var filled = cells.Select(cell => (Cell: cell, Experiment: experiment.Fill(cell))).ToArray();
        foreach (var variant in filled.SelectMany(one => one.Experiment.Variants).DistinctBy(one => one.Program))
        {
            if (await CellServices.CanStartAsync(variant, context.Environment.StopToken))
                programs.Add(variant.Program);
        }

        return programs.Count is 0
            ? throw new StudyException("None of the programs that are measured can be started here.")
            :
            [
                .. from one in filled
                   let variants = one.Experiment.Variants.Where(variant => programs.Contains(variant.Program)).ToArray()
                   from turn in experiment.IsOneByOne ? variants.Select(variant => new[] { variant }) : [variants]
                   select new Turn(one.Experiment with { Variants = turn }, one.Cell),
            ];
    }

    private async Task<IReadOnlyList<IReadOnlyList<Row>>> RunStartsAsync(
        Experiment experiment, IReadOnlyList<Cell> cells, int starts, Func<int, Task<IReadOnlyList<Row>>> measureAsync,
        Action? skip = null)
    {
        Begin(experiment, cells);
        var measured = new List<IReadOnlyList<Row>>();
        for (var start = 1; start <= starts; start++)
        {
            var path = Path.Combine(context.ResultsFolder, $"start-{start}.json");
            if (File.Exists(path))
            {
                Console.WriteLine($"  start {start} of {starts} was measured before");
                skip?.Invoke();
                measured.Add(JsonSerializer.Deserialize<Row[]>(await File.ReadAllTextAsync(path), StrictYaml.Options)!);
                continue;
            }

            if (skip is null)
                Console.WriteLine($"  start {start} of {starts}");
            measured.Add(await measureAsync(start));
            // What is no measurement is measured again when somebody goes on.
            if (measured[^1].Any(row => row.Fault is not null))
                continue;
            // Whoever goes on must not find half of it.
            await File.WriteAllTextAsync($"{path}.new", JsonSerializer.Serialize(measured[^1], StrictYaml.Indented));
            File.Move($"{path}.new", path);
        }

        return measured;
    }

    private void Begin(Experiment experiment, IReadOnlyList<Cell> cells)
    {
        var text = JsonSerializer.Serialize(
            new
            {
                Experiment = (object)experiment,
                Cells = cells.Select(cell => cell.Name),
                context.UserOptions,
                Machine = MachineRecord.Current.Name,
            },
            StrictYaml.Indented);
        Directory.CreateDirectory(context.ResultsFolder);
        if (File.Exists(DescriptionPath) && File.ReadAllText(DescriptionPath) != text)
        {
            throw new StudyException(
                $"The experiment or the machine has changed since {context.ResultsFolder} was begun. "
                + "Choose another folder with --out.");
        }

        File.WriteAllText(DescriptionPath, text);
    }
}
