namespace Studies.Studies;

/// <summary>
/// Compares versions of .NET and its compilers by one program, the minimal aggregator: size, start, memory, CPU time
/// and throughput. Every start of every build reads all customers, and all answers must have equal bytes.
/// </summary>
internal sealed class RuntimesStudy : StudyCommand
{
    private const int RoundsByStart = 10;

    public RuntimesStudy()
        : base(
            "runtimes",
            "Compares versions of .NET, ReadyToRun and Native AOT. Each build gives the same answers.",
            new(15, "The starts of each build, and a tenth of the rounds under load. Both are in random order.")) =>
        PassUnknownOptionsTo("load compare");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(60 + (RuntimeBuild.All.Count * (10 + (5 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var programs = await BuildAsync(context);
        var backend = await context.Environment.StartBackendAsync();
        var starts = await MeasureStartsAsync(context, programs, backend);
        if (!new CheckReporter().Add(
            starts.Values.SelectMany(one => one).Select(start => start.Hash).Distinct().Count() is 1,
            $"{programs.Count} builds gave the same bytes for {RuntimeStart.Customers} customers, in each of "
            + $"{context.Rounds} starts"))
        {
            return ExitCode.Failed;
        }

        var (run, memory) = await CompareAsync(context, programs, backend);
        if (!run.HasResult)
            return run.ToolExitCode;
        var load = run.ReadResult();
        Row[] rows =
        [
            .. programs.Select(program => Row.Create(
                program, starts[program], load.GetVariant(program.Build.Name), memory[program])),
        ];
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, rows, 1,
            ("build", row => row.Build),
            ("MB on disk", row => row.SizeMb),
            ("first answer, ms", row => row.FirstAnswerMs),
            ("1000 answers, ms", row => row.AllAnswersMs),
            ("MB without files", row => row.MemoryMb),
            ("under load", row => row.LoadedMemoryMb),
            ("req/s × net10", row => FormatRatio(row, row.ThroughputRatio)),
            ("p99 ms", row => row.P99Ms),
            ("CPU ms", row => row.CpuMs),
            ("CPU × net10", row => FormatRatio(row, row.CpuRatio)),
            ("kB/request", row => row.AllocKb));
        return run.ToolExitCode;
    }

    private static async Task<List<RuntimeProgram>> BuildAsync(StudyContext context)
    {
        var programs = await RuntimeCache.Default.GetAllAsync(RuntimeBuild.All, context.Environment.StopToken);
        return programs.Any(program => program.Build.Name is RuntimeBuild.Baseline)
            ? programs
            : throw new StudyException("The baseline cannot be built.");
    }

    private static async Task<Dictionary<RuntimeProgram, List<RuntimeStart>>> MeasureStartsAsync(
        StudyContext context, List<RuntimeProgram> programs, Uri backend)
    {
        var starts = programs.ToDictionary(program => program, _ => new List<RuntimeStart>());
        var stop = context.Environment.StopToken;
        // The first start reads the files of the program from the disk, and the back-end compiles its code. It does
        // not count.
        foreach (var program in programs)
            await RuntimeStart.MeasureAsync(program, backend, stop);
        for (var round = 0; round < context.Rounds; round++)
        {
            var order = programs.ToArray();
            Random.Shared.Shuffle(order);
            foreach (var program in order)
                starts[program].Add(await RuntimeStart.MeasureAsync(program, backend, stop));
            Console.WriteLine($"  start {round + 1} of {context.Rounds}");
        }

        return starts;
    }

    private async Task<(LoadRun Run, Dictionary<RuntimeProgram, double?> MemoryMb)> CompareAsync(
        StudyContext context, List<RuntimeProgram> programs, Uri backend)
    {
        var addresses = new Dictionary<RuntimeProgram, Uri>();
        foreach (var program in programs)
        {
            addresses[program] = await context.Environment.StartProgramAsync(
                "aggregator", program.Build.Name, program.CreateStartInfo(backend));
        }

        var variants = programs.Select(program =>
            new VariantDefinition(program.Build.Name, RequestUrls.FormatBaseUrl(addresses[program]))
            {
                Summary = program.Build.Summary,
            });
        var rounds = Math.Min(RoundsByStart * context.Rounds, RoundsDefinition.MaxRounds);
        var run = await (context with { Rounds = rounds }).CompareAsync(null,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(addresses[programs[0]])),
            ("--vary", VariantDefinition.Format(variants)), ("--baseline", RuntimeBuild.Baseline),
            ("--warmup", "10s"), .. LoadCommand.ShortTrials, MonitoredProcesses.MonitorBackend(backend),
            ("--name", Name),
        ]);
        var memory = addresses.ToDictionary(
            address => address.Key,
            address => ProcessStatus.Read(context.Environment.GetProcess(address.Value))?.WithoutFiles / 1e6);
        return (run, memory);
    }

    private static string FormatRatio(Row row, StudyRatio? ratio) =>
        StudyRatio.Format(ratio, isBaseline: row.Build is RuntimeBuild.Baseline);

    /// <summary>The measurements of a build: means over the starts with 99 % intervals, and those under load.</summary>
    private sealed record Row(
        string Build, double SizeMb, string Hash, StudyRatio? FirstAnswerMs, StudyRatio? AllAnswersMs,
        StudyRatio? MemoryMb, double? LoadedMemoryMb, Throughput Throughput, StudyRatio? ThroughputRatio, double? P99Ms,
        double? CpuMs, StudyRatio? CpuRatio, double? AllocKb)
    {
        public static Row Create(
            RuntimeProgram program, List<RuntimeStart> starts, VariantResult load, double? loadedMb)
        {
            return new(
                program.Build.Name, program.Bytes / 1e6, starts[0].Hash, Estimate(start => start.FirstAnswerMs),
                Estimate(start => start.AllAnswersMs), Estimate(start => start.MemoryMb), loadedMb, load.Throughput,
                StudyRatio.From(load.Ratio), load.Latency.P99, load.Target.CpuMs, StudyRatio.From(load.CpuRatio),
                load.Target.AllocKb);

            // A geometric mean is the ratio to one.
            StudyRatio? Estimate(Func<RuntimeStart, double?> read) =>
                StudyRatio.FromRounds(starts.Select(start => (read(start), (double?)1)));
        }
    }
}
