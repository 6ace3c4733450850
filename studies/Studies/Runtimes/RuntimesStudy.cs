namespace Studies.Studies.Runtimes;

/// <summary>
/// Compares versions of .NET and its compilers by one program, the minimal aggregator: size, start, memory, CPU time
/// and throughput. Every start of every build reads all customers, and all answers must have equal bytes.
/// </summary>
internal sealed class RuntimesStudy : StudyCommand
{
    private static readonly string AllNames = string.Join(',', RuntimeBuild.All.Select(build => build.Name));

    private readonly Option<string> _names = new("--builds")
    {
        Description = $"The builds to compare with {RuntimeBuild.Baseline}, which is the baseline.",
        HelpName = "NAMES",
        DefaultValueFactory = _ => AllNames,
    };

    public RuntimesStudy()
        : base(
            "runtimes",
            "Compares versions of .NET, ReadyToRun and Native AOT. Each build gives the same answers.",
            new(15, "The number of starts of each build, and of rounds under load, both in random order."))
    {
        _names.Validators.Add(result =>
        {
            foreach (var name in result.Tokens.SelectMany(token => token.Value.Split(',')))
            {
                if (!AllNames.Split(',').Contains(name))
                    result.AddError($"Unknown build '{name}' in --builds. Known builds: {AllNames}.");
            }
        });
        Add(_names);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(60 + (RuntimeBuild.All.Count * (10 + (4 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var results = new List<RuntimeResult>();
        var programs = new List<RuntimeProgram>();
        foreach (var program in await BuildAsync(context))
        {
            if (program.Path is not null)
                programs.Add(program);
            else
                results.Add(new RuntimeResult { Build = program.Build.Name, Reason = program.Reason });
        }

        if (programs.All(program => program.Build.Name is not RuntimeBuild.Baseline))
            throw new StudyException($"The baseline cannot be built: {results[0].Reason}");
        var backend = await context.Environment.StartBackendAsync();
        var starts = await MeasureStartsAsync(context, programs, backend);
        var checks = new CheckReporter();
        if (!checks.Add(HaveEqualAnswers(starts.Values),
            $"{programs.Count} builds gave the same bytes for {RuntimeStart.Customers} customers, in each of "
            + $"{context.Rounds} starts"))
            return ExitCode.Failed;

        var (run, memory) = await CompareAsync(context, programs, backend);
        if (!run.HasResult)
            return run.ToolExitCode;
        var load = run.ReadResult();
        results.InsertRange(0, programs.Select(program => CreateResult(
            program, starts[program], load.GetVariant(program.Build.Name), memory[program])));
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, results, RuntimeResult.CreateTable(results));
        Console.Write(RuntimeResult.FormatMissing(results));
        return run.ToolExitCode;
    }

    /// <summary>Returns whether all starts of all builds gave the same bytes.</summary>
    public static bool HaveEqualAnswers(IEnumerable<IReadOnlyList<RuntimeStart>> builds) =>
        builds.SelectMany(starts => starts).Select(start => start.Hash).Distinct().Count() is 1;

    private async Task<List<RuntimeProgram>> BuildAsync(StudyContext context)
    {
        var names = context.Get(_names).Split(',');
        var programs = new List<RuntimeProgram>();
        foreach (var build in RuntimeBuild.All)
        {
            if (build.Name is not RuntimeBuild.Baseline && !names.Contains(build.Name))
                continue;
            var program = await RuntimeCache.Default.GetAsync(build, context.Environment.StopToken);
            Console.WriteLine(program.Reason is { } reason
                ? $"  {build.Name,-20} cannot be built here: {reason}"
                : $"  {build.Name,-20} {program.Bytes / 1e6,5:0} MB  {build.Summary}");
            programs.Add(program);
        }

        return programs;
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
        var run = await context.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(addresses[programs[0]])),
            ("--variants", VariantDefinition.Format(variants)), ("--baseline", RuntimeBuild.Baseline),
            ("--warmup", "10s"), MonitoredProcesses.MonitorBackend(backend), ("--name", Name));
        var memory = addresses.ToDictionary(
            address => address.Key,
            address => ProcessStatus.Read(context.Environment.GetProcess(address.Value))?.WithoutFiles / 1e6);
        return (run, memory);
    }

    private static RuntimeResult CreateResult(
        RuntimeProgram program, List<RuntimeStart> starts, VariantResult load, double? loadedMb)
    {
        return new RuntimeResult
        {
            Build = program.Build.Name,
            SizeMb = program.Bytes / 1e6,
            Hash = starts[0].Hash,
            FirstAnswerMs = Estimate(start => start.FirstAnswerMs),
            AllAnswersMs = Estimate(start => start.AllAnswersMs),
            MemoryMb = Estimate(start => start.MemoryMb),
            LoadedMemoryMb = loadedMb,
            Throughput = load.Throughput,
            ThroughputRatio = load.Ratio,
            P99Ms = load.Latency.P99,
            CpuMs = load.Target.CpuMs,
            CpuRatio = load.CpuRatio,
            AllocKb = load.Target.AllocKb,
        };

        // A geometric mean is the ratio to one.
        StudyRatio? Estimate(Func<RuntimeStart, double?> read) =>
            StudyRatio.FromRounds(starts.Select(start => (read(start), (double?)1)));
    }
}
