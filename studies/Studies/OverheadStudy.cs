namespace Studies.Studies;

/// <summary>
/// Measures the CPU time and the allocations of the front-end without query flags, as the README calls it first, next
/// to other aggregators that give the same answers. Together, they show what its parts cost.
/// </summary>
internal sealed class OverheadStudy : StudyCommand
{
    public const string Frontend = "front-end";
    private const string Raw = "raw";
    private const string Minimal = "minimal";
    private const string Plain = "plain";
    private const int DefaultStarts = 10;

    private const double HighestCpuRatio = 1.08;

    // 36.5 kB for a customer with three orders, for whom the minimal aggregator allocates 35.3 kB.
    private const double HighestAllocationRatio = 1.035;

    /// <summary>Before that, the just-in-time compiler takes up to a fifth of the CPU.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(30);

    /// <summary>The programs, each with the one to which it adds something.</summary>
    private static readonly (string Name, string Assembly, string? Basis, string Summary)[] Programs =
    [
        (Raw, "RawAggregator", null, "sockets alone"),
        (Minimal, "MinimalAggregator", Raw, "raw, with Kestrel, HttpClient and JSON"),
        (Frontend, "FrontendApi", Minimal,
            "minimal, with flags, metrics, limits, problem documents and a client of the factory"),
        (Plain, "PlainAggregator", Minimal,
            "minimal, with metrics of prometheus-net, JSON by reflection and a client of the factory"),
    ];

    public OverheadStudy()
        : base(
            "overhead",
            "Compares the front-end with other aggregators. They give the same answers, without its features.",
            new(100))
    {
        AddStartsOption(DefaultStarts);
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make overhead";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(10 + rounds) + (Programs.Length * WarmUp);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var addresses = await StartOrder.StartAllAsync<Uri>(
            context.StartNumber,
            [
                .. Programs.Select(program => (Func<Task<Uri>>)(() =>
                    context.Environment.StartFrontendAsync(backend, program.Assembly))),
            ]);
        var variants = Programs.Zip(addresses, (program, address) =>
            new VariantDefinition(program.Name, RequestUrls.FormatBaseUrl(address)) { Summary = program.Summary });
        var run = await context.CompareAsync(null,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(addresses[0])),
            ("--vary", VariantDefinition.Format(variants)), ("--baseline", Frontend),
            ("--warmup", $"{WarmUp.TotalSeconds}s"), .. LoadCommand.ShortTrials,
            MonitoredProcesses.MonitorBackend(backend),
            ("--name", Name),
        ]);
        return context.Starts > 1 ? run.ToolExitCode : Judge(run);
    }

    protected override int Judge(LoadRun run)
    {
        if (run.ToolExitCode is not ExitCode.Success)
            return run.ToolExitCode;
        var (result, checks) = (run.ReadResult(), new CheckReporter());
        Console.WriteLine($"\n{FormatParts(result)}");
        foreach (var (isMet, goal) in CheckGoals(result))
            checks.Add(isMet, goal);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <summary>Formats what each program costs for a request, and how much of it is added to its basis.</summary>
    public static TextTable FormatParts(Result result)
    {
        var table = new TextTable(
            2, "program", "what it is", "CPU µs", "added", "CPU time, relative", "allocated kB", "added");
        foreach (var (name, _, basis, summary) in Programs)
        {
            var variant = result.GetVariant(name);
            var (own, less) = (variant.Target, basis is null ? null : result.GetVariant(basis).Target);
            table.Add(
                name, summary, TableNumbers.Format(1000 * own.CpuMs),
                TableNumbers.Format(1000 * (own.CpuMs - less?.CpuMs)),
                StudyRatio.Format(StudyRatio.From(variant.CpuRatio), isBaseline: name is Frontend),
                TableNumbers.Format(own.AllocKb), TableNumbers.Format(own.AllocKb - less?.AllocKb));
        }

        return table;
    }

    public static IEnumerable<(bool IsMet, string Goal)> CheckGoals(Result result)
    {
        var (minimal, plain) = (result.GetVariant(Minimal), result.GetVariant(Plain));
        var (cpu, allocation) = (Invert(minimal.CpuRatio), Invert(minimal.AllocRatio));
        yield return (cpu?.Value <= HighestCpuRatio,
            $"CPU time: {cpu} times that of the minimal aggregator (at most {HighestCpuRatio} allowed)");
        yield return (allocation?.Value <= HighestAllocationRatio,
            $"allocation: {allocation} times that of the minimal aggregator "
            + $"(at most {HighestAllocationRatio} allowed)");
        cpu = Invert(plain.CpuRatio);
        yield return (cpu?.High < 1,
            $"CPU time: {cpu} times that of the plain aggregator (the whole interval must be below 1)");
    }

    // The result has the ratios to the front-end.
    private static StudyRatio? Invert(RatioResult? ratio) =>
        ratio is null ? null : new(1 / ratio.Value, 1 / ratio.Hi, 1 / ratio.Lo);
}
