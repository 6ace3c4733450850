namespace Studies.Studies;

/// <summary>
/// Gives the front-end less and less memory until it does not survive payloads from 50 connections: with the default
/// settings of the runtime, with a limit of the heap at half of the memory, and with settings for little memory.
/// </summary>
internal sealed class MemoryLimitStudy : StudyCommand
{
    private const long Mebibyte = 1 << 20;
    private const string Survived = "survived";

    /// <summary>Names and settings. The numbers of the heaps are hexadecimal: half of the memory, and 20 MB.</summary>
    private static readonly (string Name, string[] Settings)[] Heaps =
    [
        ("default", []),
        ("half", ["DOTNET_GCHeapHardLimitPercent=32"]),
        ("small", ["DOTNET_GCHeapHardLimit=1400000", "DOTNET_TieredPGO=0", "MALLOC_ARENA_MAX=1"]),
    ];

    /// <summary>The limits of the front-end's memory in MiB.</summary>
    private static readonly int[] Limits = [256, 128, 96, 80, 64, 56, 48, 40, 32];

    private readonly Option<bool> _short = StudyOptions.CreateShort("Try it: three limits, one start, 3 s of load.");
    private readonly Option<string?> _publish = StudyOptions.CreatePublish("platform-costs");

    public MemoryLimitStudy()
        : base(
            "memory-limits",
            "Finds the least memory with which a front-end survives, and how settings of the heap change that.",
            new(5, "How often to restart the front-ends and measure everything.", 1))
    {
        Add(_short);
        Add(_publish);
    }

    // A start ends at the first limit that the front-end does not survive.
    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        5 + (CountStarts(arguments, rounds) * Heaps.Length * GetLimits(arguments).Length
            * (GetSeconds(arguments) + 4)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var (measured, starts) = (new List<Cell>(), CountStarts(context.Arguments, context.Rounds));
        for (var start = 1; start <= starts; start++)
        {
            foreach (var heap in Heaps)
            {
                foreach (var limit in GetLimits(context.Arguments))
                {
                    using var group = ControlGroup.TryLimitMemory(limit * Mebibyte);
                    if (group is null)
                    {
                        Console.WriteLine(ControlGroup.Obstacle);
                        return ExitCode.Success;
                    }

                    var cell = await MeasureAsync(context, backend, group, heap, limit, $"{start}");
                    Console.WriteLine($"  start {start} of {starts}: {heap.Name}, {limit} MiB: {cell.Outcome}");
                    measured.Add(cell);
                    if (cell.Outcome is not Survived)
                        break;
                }
            }
        }

        MemoryLimitRow[] rows =
        [
            .. measured.GroupBy(cell => (cell.Heap, cell.LimitMib))
                .OrderBy(cell => cell.Key.Heap, StringComparer.Ordinal)
                .ThenByDescending(cell => cell.Key.LimitMib).Select(cell => Summarize(starts, [.. cell])),
        ];
        StudyFiles.Write(
            context.GetFolder(_publish, "less-than-a-core"), Name, rows, 1, context.Arguments.GetValue(_publish),
            ("heap", row => row.Heap), ("limit MiB", row => row.LimitMib), ("starts", row => row.Starts),
            (Survived, row => row.Survived), ("otherwise", row => row.Otherwise), ("req/s", row => row.PerS),
            ("MiB without files", row => row.UsedMib));
        return ExitCode.Success;
    }

    private async Task<Cell> MeasureAsync(
        StudyContext context, Uri backend, ControlGroup group, (string Name, string[] Settings) heap, int limit,
        string start)
    {
        var environment = context.Environment;
        var program = ProgramLocator.CreateStartInfo(
            "FrontendApi",
            ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}", "--Client:Lifetime=shared"]);
        foreach (var setting in heap.Settings.Select(setting => setting.Split('=')))
            program.Environment[setting[0]] = setting[1];
        Uri frontend;
        try
        {
            frontend = await environment.StartProgramAsync("front-end", "FrontendApi", group.Contain(program));
        }
        catch (Exception failure) when (failure is StudyException or TimeoutException)
        {
            return new(heap.Name, limit, group.ReadKills() > 0 ? "killed at its start" : "did not start", null, null);
        }

        var process = environment.GetProcess(frontend);
        var run = await context.SendAsync("ingestion",
            ("--url", $"{frontend}"), MonitoredProcesses.MonitorBackend(backend),
            ("--duration", $"{GetSeconds(context.Arguments)}s"), ("--warmup", "0s"),
            ("--name", $"memory-{heap.Name}-{limit}-{start}"));
        var result = run.HasResult ? run.ReadResult().SingleVariant : null;
        var outcome = group.ReadKills() > 0 ? "killed under load"
            : process.HasExited ? "exited under load"
            : result is null or { Errors: > 0 } ? "failed requests" : Survived;
        // Files that other processes have mapped before are not counted in this group.
        var used = ProcessStatus.Read(process)?.WithoutFiles / (double)Mebibyte;
        await environment.StopAsync(frontend);
        return new(heap.Name, limit, outcome, result?.Throughput.Rate, used);
    }

    private static MemoryLimitRow Summarize(int starts, IReadOnlyList<Cell> cells)
    {
        var survived = cells.Where(cell => cell.Outcome is Survived).ToArray();
        var otherwise = cells.Select(cell => cell.Outcome).Where(outcome => outcome is not Survived).Distinct();
        return new(
            cells[0].Heap, cells[0].LimitMib, starts, survived.Length, string.Join(", ", otherwise),
            StartRange.Create(survived.Select(cell => cell.PerS)),
            StartRange.Create(survived.Select(cell => cell.UsedMib)));
    }

    private int GetSeconds(ParseResult arguments) => arguments.GetValue(_short) ? 3 : 10;

    private int CountStarts(ParseResult arguments, int rounds) => arguments.GetValue(_short) ? 1 : rounds;

    private int[] GetLimits(ParseResult arguments) => arguments.GetValue(_short) ? [96, 48, 32] : Limits;

    private sealed record Cell(string Heap, int LimitMib, string Outcome, double? PerS, double? UsedMib);
}

/// <summary>How many starts survived with a limit; those that a larger limit had ended count as not survived.</summary>
internal sealed record MemoryLimitRow(
    string Heap, int LimitMib, int Starts, int Survived, string Otherwise, StartRange? PerS, StartRange? UsedMib);
