namespace Experiments.Studies;

/// <summary>
/// Tests what <c>load ab</c> says: of equal builds, and of builds with a planted difference. Comparisons stay in the
/// folder of results, and a later run adds what is missing. One is left out only if other programs took 5 % of the CPU.
/// </summary>
internal sealed class AaTestStudy : StudyCommand
{
    private const double MaxOtherShare = 0.05;

    private static readonly PlantedCase[] Cases = StudyFiles.ReadCases<PlantedCase>("aa");

    private readonly Option<int> _comparisons = StudyOptions.CreateNumber(
        "--comparisons", "The number of comparisons of each case.", 10, 1, 1_000);

    public AaTestStudy()
        : base("aa", "Compares equal builds, and builds with a planted difference, with load ab.", rounds: null)
    {
        Add(_comparisons);
        AddPublishOption("aa");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromMinutes(Cases.Sum(one => one.Minutes) * arguments.GetRequiredValue(_comparisons));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var (rows, checks, cpu) = (new List<AaRow>(), new CheckReporter(), 0.0);
        foreach (var planted in Cases)
        {
            var results = await CompareAsync(context, backend, planted, cpu);
            if (planted.Name is "equal-peers")
                cpu = results.Average(result => result.GetVariant("A").Target.CpuMs!.Value);
            rows.Add(AaRow.Create(planted, results));
            if (planted.Required is { } required)
            {
                checks.Add(rows[^1].Told >= required * rows[^1].Comparisons,
                    $"{planted.Name}: found in {rows[^1].Told} of {rows[^1].Comparisons}");
            }
        }

        context.Write(Name, rows, 1,
            ("case", row => row.Case), ("s", row => row.Seconds), ("comparisons", row => row.Comparisons),
            ("told", row => row.Told), ("false", row => row.FalseVerdicts), ("± % throughput", row => row.Throughput),
            ("± % CPU", row => row.Cpu), ("± % allocation", row => row.Allocation));
        var wrong = rows.Sum(row => row.FalseVerdicts);
        checks.Add(wrong <= 1, $"false verdicts on equal builds: {wrong} (1 allowed)");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<List<Result>> CompareAsync(
        StudyContext context, Uri backend, PlantedCase planted, double cpuMs)
    {
        var folder = Path.Combine(context.TableFolder, planted.Name);
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
                    ("--name", planted.Name), ("--within", $"{planted.Minutes}m"),
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

/// <summary>
/// What the second of two builds of a program does more than the first: its setting, or CPU time as a share of what a
/// request needs. A comparison has so many minutes. The share that must tell the difference is null if there is none.
/// </summary>
internal sealed record PlantedCase(
    string Name, string Assembly, int Minutes, double? Required = null, string Setting = "", double CpuShare = 0)
{
    public string GetSetting(double cpuMs) => CpuShare > 0
        ? string.Create(CultureInfo.InvariantCulture, $"--Planted:Microseconds={cpuMs * 1000 * CpuShare:0.##}")
        : Setting;
}

/// <summary>What <c>load ab</c> said in a case; half-widths are medians, in percent.</summary>
internal sealed record AaRow(
    string Case, int Seconds, int Comparisons, int? Told, int FalseVerdicts, double? Throughput, double? Cpu,
    double? Allocation)
{
    public static AaRow Create(PlantedCase planted, IReadOnlyList<Result> results)
    {
        RatioResult?[][] ratios =
        [
            .. results.Select(result => result.Variants.Single(variant => variant.Name != result.Baseline))
                .Select(variant => new[] { variant.Ratio, variant.CpuRatio, variant.AllocRatio }),
        ];
        return new AaRow(
            planted.Name, 60 * planted.Minutes, results.Count,
            planted.Required is null ? null : ratios.Count(all => all.Any(one =>
                one?.Verdict is RatioVerdict.Slower or RatioVerdict.Dearer)),
            planted.Required is null ? ratios.Sum(all => all.Count(one => one?.Verdict is RatioVerdict.Faster
                or RatioVerdict.Slower or RatioVerdict.Dearer or RatioVerdict.Cheaper)) : 0,
            GetHalfWidth(0), GetHalfWidth(1), GetHalfWidth(2));

        double? GetHalfWidth(int metric)
        {
            double[] widths =
            [
                .. ratios.Select(all => all[metric]).Where(ratio => ratio?.Hi is not null)
                    .Select(ratio => 100 * (Math.Sqrt(ratio!.Hi!.Value / ratio.Lo!.Value) - 1)),
            ];
            return widths is [] ? null : widths.Median();
        }
    }
}
