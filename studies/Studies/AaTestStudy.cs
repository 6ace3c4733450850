namespace Studies.Studies;

/// <summary>
/// Tests what <c>load ab</c> says: of equal builds, and of builds with a planted difference. Comparisons stay in the
/// folder of results, and a later run adds what is missing. One is left out only if other programs took 5 % of the CPU.
/// </summary>
internal sealed class AaTestStudy : StudyCommand
{
    private const string Peer = "MinimalAggregator";
    private const double MaxOtherShare = 0.05;
    private const string EqualPeers = "equal-peers";

    private static readonly PlantedCase[] Cases =
    [
        new("equal-front-ends", "FrontendApi", 3),
        new(EqualPeers, Peer, 3),
        new("equal-front-ends-long", "FrontendApi", 6),
        new("cpu-10", Peer, 3) { CpuShare = 0.10, Required = 0.9 },
        new("cpu-5", Peer, 6) { CpuShare = 0.05, Required = 0.8 },
        new("call", Peer, 3) { Setting = "--Planted:Calls=1", Required = 1 },
        new("kilobyte", Peer, 3) { Setting = "--Planted:Bytes=1000", Required = 1 },
    ];

    private readonly Option<int> _comparisons = StudyOptions.CreateNumber(
        "--comparisons", "The number of comparisons of each case.", 10, 1, 1_000);

    private readonly Option<int> _seconds = StudyOptions.CreateNumber(
        "--seconds", "The time limit in place of three or six minutes; 0 for these.", 0, 0, 3600);

    private readonly Option<string?> _publish = StudyOptions.CreatePublish("aa");

    public AaTestStudy()
        : base("aa", "Compares equal builds, and builds with a planted difference, by load ab.", rounds: null)
    {
        Add(_comparisons);
        Add(_seconds);
        Add(_publish);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        Cases.Sum(one => GetSeconds(one, arguments.GetRequiredValue(_seconds)))
        * arguments.GetRequiredValue(_comparisons));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var folder = context.GetFolder(_publish, "aa");
        var (rows, checks, cpu) = (new List<AaRow>(), new CheckReporter(), 0.0);
        foreach (var planted in Cases)
        {
            var results = await CompareAsync(context, backend, Path.Combine(folder, planted.Name), planted, cpu);
            if (planted.Name == EqualPeers)
                cpu = results.Average(result => result.GetVariant("A").Processes["target"]!.CpuMs!.Value);
            rows.Add(AaRow.Create(planted, results, GetSeconds(planted, context.Get(_seconds))));
            if (planted.Required is { } required)
            {
                checks.Add(rows[^1].Told >= required * rows[^1].Comparisons,
                    $"{planted.Name}: told in {rows[^1].Told} of {rows[^1].Comparisons}");
            }
        }

        StudyFiles.Write(folder, Name, rows, 1,
            ("case", row => row.Case), ("s", row => row.Seconds), ("comparisons", row => row.Comparisons),
            ("told", row => row.Told), ("false", row => row.FalseVerdicts), ("± % throughput", row => row.Throughput),
            ("± % CPU", row => row.Cpu), ("± % allocation", row => row.Allocation));
        var wrong = rows.Sum(row => row.FalseVerdicts);
        checks.Add(wrong <= 1, $"false verdicts on equal builds: {wrong} (1 allowed)");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static int GetSeconds(PlantedCase planted, int chosen) => chosen > 0 ? chosen : 60 * planted.Minutes;

    private async Task<List<Result>> CompareAsync(
        StudyContext context, Uri backend, string folder, PlantedCase planted, double cpuMs)
    {
        var results = Directory.CreateDirectory(folder).GetFiles("*.json")
            .Select(file => Result.Read(file.FullName)).Where(IsQuiet).ToList();
        // On a machine that is never quiet, the study ends.
        for (var tries = 0; results.Count < context.Get(_comparisons); tries++)
        {
            if (tries == 2 * context.Get(_comparisons))
                throw new StudyException($"{planted.Name}: other programs use too much of the CPU. Run it again later.");
            var service = $"dotnet {ProgramLocator.GetAssemblyPath(planted.Assembly)} --Backend:BaseAddress={backend}";
            var result = (await context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("ab", folder)
            {
                Arguments = [service, $"{service} {planted.GetSetting(cpuMs)}".TrimEnd()],
                Options =
                [
                    ("--path", "/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}"), ("--seed", $"{tries}"),
                    ("--name", planted.Name), ("--within", $"{GetSeconds(planted, context.Get(_seconds))}s"),
                ],
            })).ReadResult();
            Console.WriteLine($"  {planted.Name,-22} other programs {result.Validity.OtherShare * 100:0.0} % of the CPU"
                + (IsQuiet(result) ? "" : ": left out"));
            if (IsQuiet(result))
                results.Add(result);
        }

        return results;
    }

    private static bool IsQuiet(Result result) => result.Validity.OtherShare < MaxOtherShare;
}

/// <summary>What the second of two builds does more than the first.</summary>
/// <param name="Name">The name of the case.</param>
/// <param name="Assembly">The program.</param>
/// <param name="Minutes">The time limit of a comparison.</param>
internal sealed record PlantedCase(string Name, string Assembly, int Minutes)
{
    /// <summary>The planted CPU time, as a share of what a request needs.</summary>
    public double CpuShare { get; init; }

    public string Setting { get; init; } = "";

    /// <summary>The share of the comparisons that must tell the difference; null if there is none.</summary>
    public double? Required { get; init; }

    public string GetSetting(double cpuMs) => CpuShare > 0
        ? string.Create(CultureInfo.InvariantCulture, $"--Planted:Microseconds={cpuMs * 1000 * CpuShare:0.##}")
        : Setting;
}

/// <summary>What <c>load ab</c> said in a case; half-widths are medians, in percent.</summary>
internal sealed record AaRow(
    string Case,
    int Seconds,
    int Comparisons,
    int? Told,
    int FalseVerdicts,
    double? Throughput,
    double? Cpu,
    double? Allocation)
{
    public static AaRow Create(PlantedCase planted, IReadOnlyList<Result> results, int seconds)
    {
        RatioResult?[][] ratios =
        [
            .. results.Select(result => result.OtherVariant)
                .Select(variant => new[] { variant.Ratio, variant.CpuRatio, variant.AllocRatio }),
        ];
        return new AaRow(
            planted.Name,
            seconds,
            results.Count,
            planted.Required is null ? null : ratios.Count(all => all.Any(one =>
                one?.Verdict is RatioVerdict.Slower or RatioVerdict.Dearer)),
            planted.Required is null ? ratios.Sum(all => all.Count(IsDifference)) : 0,
            GetHalfWidth(0),
            GetHalfWidth(1),
            GetHalfWidth(2));

        double? GetHalfWidth(int metric)
        {
            double[] widths =
            [
                .. ratios.Select(all => all[metric]).OfType<RatioResult>()
                    .Where(ratio => ratio.Hi is not null)
                    .Select(ratio => 100 * (Math.Sqrt(ratio.Hi!.Value / ratio.Lo!.Value) - 1)),
            ];
            return widths is [] ? null : widths.Median();
        }
    }

    private static bool IsDifference(RatioResult? ratio) => ratio?.Verdict
        is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Dearer or RatioVerdict.Cheaper;
}
