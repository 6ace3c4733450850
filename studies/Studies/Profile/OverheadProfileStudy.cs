using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.Profile;

/// <summary>
/// Divides the CPU time of a request among kinds of work, for the front-end and for the minimal aggregator, under the
/// same load. It requires the Linux program perf.
/// </summary>
internal sealed class OverheadProfileStudy : StudyCommand
{
    private const int RequestsPerS = 2000;
    private const int SamplesPerS = 999;

    /// <summary>
    /// The largest share of the CPU time that the samples may miss or count twice. It was 0.15 until the first runs
    /// accounted for 0.82 and 0.83 of the CPU time; why the rest is missing is not known.
    /// </summary>
    private const double AllowedDeviation = 0.25;

    /// <summary>The time for which the load tool starts and warms up before the profile.</summary>
    private static readonly TimeSpan Lead = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ProfileTime = TimeSpan.FromSeconds(12);

    /// <summary>The time for which load is sent, from before the profile until after it.</summary>
    private static readonly TimeSpan LoadTime = TimeSpan.FromSeconds(16);

    public OverheadProfileStudy()
        : base("overhead-profile",
            "Divides the CPU time of a request among kinds of work, for the front-end and a minimal aggregator.",
            new(5))
    {
    }

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs the Linux program perf";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(50 + (rounds * 2 * (LoadTime.TotalSeconds + 6)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (!ProgramLocator.IsInstalled("perf"))
            throw new StudyException("This study needs perf, which is not installed (Debian package linux-perf).");
        var backend = await context.Environment.StartBackendAsync();
        var minimal = await StartAsync(context, backend, "MinimalAggregator");
        var frontend = await StartAsync(context, backend, "FrontendApi");

        Console.WriteLine("  warm-up");
        await WarmUpAsync(context, minimal);
        await WarmUpAsync(context, frontend);
        var profiles = new Dictionary<Uri, List<CpuProfile>> { [minimal] = [], [frontend] = [] };
        for (var round = 1; round <= context.Rounds; round++)
        {
            Console.WriteLine($"  round {round} of {context.Rounds}");
            foreach (var service in round % 2 == 0 ? new[] { minimal, frontend } : [frontend, minimal])
                profiles[service].Add(await ProfileAsync(context, service, round));
        }

        ProfileRow[] rows =
        [
            .. WorkCategory.All.Select(category => ProfileRow.Create(
                category, profile => profile.GetMicroseconds(category), profiles[minimal], profiles[frontend])),
            ProfileRow.Create("all", profile => profile.SampledUs, profiles[minimal], profiles[frontend]),
        ];
        var table = new TextTable(1, "work", "minimal, µs", "front-end, µs", "difference, µs [99 % interval]");
        foreach (var row in rows)
            table.Add(row.Format());
        var checks = new CheckReporter();
        foreach (var (service, name) in new[] { (minimal, "minimal aggregator"), (frontend, "front-end") })
        {
            var share = TableNumbers.Median(profiles[service].Select(profile => profile.SampledUs / profile.CpuUs));
            checks.Add(Math.Abs(share - 1) <= AllowedDeviation,
                $"the samples of the {name} account for {TableNumbers.Format(share)} of its CPU time "
                + $"(allowed: 1 ± {TableNumbers.Format(AllowedDeviation)})");
        }

        StudyFiles.Write(context.ResultsFolder, Name, rows, table);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static Task<Uri> StartAsync(StudyContext context, Uri backend, string assembly)
    {
        var program = ProgramLocator.CreateStartInfo(
            assembly, ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}"]);
        // The runtime writes the names of compiled methods to a file that perf reads. It compiles all methods itself,
        // because methods of precompiled files have no names there. perf does not look up names in code that is mapped
        // twice, as write-exclusive-or-execute does.
        program.Environment["DOTNET_PerfMapEnabled"] = "3";
        program.Environment["DOTNET_ReadyToRun"] = "0";
        program.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        return context.Environment.StartProgramAsync("front-end", assembly, program);
    }

    /// <summary>Sends load until the runtime has compiled the service's code with all optimizations.</summary>
    private static Task<LoadRun> WarmUpAsync(StudyContext context, Uri service) => context.SendAsync(null,
        ("--url", GetUrl(service)), ("--connections", "16"), ("--warmup", "0s"), ("--duration", "15s"),
        ("--name", $"{service.Port}-warm-up"));

    private static string GetUrl(Uri service) =>
        RequestUrls.GetRandomCustomerUrl(service, "?client=shared&fanout=sequential");

    /// <summary>Profiles a service while the load tool sends requests at a fixed rate.</summary>
    private static async Task<CpuProfile> ProfileAsync(StudyContext context, Uri service, int round)
    {
        var load = context.SendAsync(null,
            ("--url", GetUrl(service)),
            ("--rate", $"{RequestsPerS}/s"), ("--connections", "50"), ("--warmup", "3s"),
            ("--duration", $"{LoadTime.TotalSeconds}s"), ("--name", $"{service.Port}-{round}"));
        await context.Environment.DelayAsync(Lead);
        var process = context.Environment.GetProcess(service);
        var file = Path.Combine(Directory.CreateDirectory(context.ResultsFolder).FullName, "stacks.perf");
        process.Refresh();
        var before = process.TotalProcessorTime;
        await RunPerfAsync(context,
        [
            "record", "-q", "-e", "cpu-clock", "-F", $"{SamplesPerS}", "-g", "-p", $"{process.Id}", "-o", file, "--",
            "sleep", ProfileTime.TotalSeconds.ToString(CultureInfo.InvariantCulture),
        ]);
        process.Refresh();
        var cpu = process.TotalProcessorTime - before;
        // Whether a request was sent a millisecond too late does not matter here, but each must have been answered.
        var run = (await load).ReadResult().SingleVariant;
        var answered = run.Requests - run.Errors;
        if (answered < RequestsPerS * LoadTime.TotalSeconds)
            throw new StudyException($"Only {answered} requests were answered.");

        var stacks = StackSamples.Parse(await RunPerfAsync(context, ["script", "-i", file, "-F", "ip,sym,dso"]));
        File.Delete(file);
        var requests = RequestsPerS * ProfileTime.TotalSeconds;
        return new CpuProfile(
            stacks.CountBy(WorkCategory.Find).ToDictionary(
                pair => pair.Key, pair => pair.Value * 1e6 / SamplesPerS / requests),
            cpu.TotalMicroseconds / requests);
    }

    private static async Task<string> RunPerfAsync(StudyContext context, string[] arguments)
    {
        var output = await ProcessRunner.CaptureAsync(
            new ProcessStartInfo("perf", arguments), context.Environment.StopToken);
        return output.ExitCode is 0
            ? output.Output
            : throw new StudyException($"perf {arguments[0]} exited with code {output.ExitCode}: {output.Errors}");
    }
}
