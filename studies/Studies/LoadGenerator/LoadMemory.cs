using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures the memory of the load tool in a long run against the cheapest endpoint: the memory must stay below 100 MB
/// and must not grow. A run with a log of every request (--log) cannot pass, because the log keeps 48 bytes per request
/// in memory until the end.
/// </summary>
internal sealed class LoadMemory : LoadGeneratorStudy
{
    private const double HighestMb = 100;
    private const double HighestGrowth = 1.05;
    private const int FewestSamples = 8;
    private const int RequestsPerSecond = 40_000;
    private static readonly TimeSpan StartTime = TimeSpan.FromSeconds(60);

    private readonly Option<int> _requests = CreateNumber("--requests", "The number of requests.", 10_000_000);
    private readonly Option<int> _connections = CreateNumber("--connections", "The number of connections.", 50);

    public LoadMemory()
        : base("load-memory", "Measures the load tool's memory use in a long run. Sends ten million requests.",
            new(1, "The number of runs.", 1))
    {
        Add(_requests);
        Add(_connections);
        PassOptionsOnTo("load run");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(5 + (rounds * (double)arguments.GetRequiredValue(_requests) / RequestsPerSecond));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var checks = new CheckList();
        for (var round = 1; round <= context.Rounds; round++)
        {
            var samples = await MeasureAsync(context, backend);
            var table = new TextTable(0, "s", "resident, MB", "anonymous, MB", "highest resident, MB");
            foreach (var sample in samples)
                table.Add(
                    Figures.Format(sample.Seconds, "0"), Mb(sample.Resident), Mb(sample.Anonymous), Mb(sample.Highest));
            StudyFiles.Write(context.Folder, context.Rounds is 1 ? Name : $"{Name}-{round}", samples, table.ToString());
            Check(checks, samples);
        }

        return checks.HasFailure ? ExitCode.NotAsExpected : ExitCode.Success;
    }

    private async Task<List<Sample>> MeasureAsync(StudyContext context, Uri backend)
    {
        var requests = context.Get(_requests);
        var interval = TimeSpan.FromSeconds(requests > 2_000_000 ? 10 : 1);
        var samples = new List<Sample>();
        var sampling = Task.CompletedTask;
        await RunToolAsync(context,
        [
            ("--url", $"{new Uri(backend, "/health/live")}"), ("--count", $"{requests}"),
            ("--connections", $"{context.Get(_connections)}"), ("--name", "memory"),
        ], tool => sampling = SampleAsync(tool, interval, samples, context.Environment.Stop));
        await sampling;
        return samples;
    }

    private static async Task SampleAsync(Process tool, TimeSpan interval, List<Sample> samples, CancellationToken stop)
    {
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            await Task.Delay(interval, stop);
            if (ProcessStatus.Read(tool) is not { } status)
                return;
            samples.Add(new Sample(Stopwatch.GetElapsedTime(started).TotalSeconds,
                status.Resident / 1e6, status.Anonymous / 1e6, status.Peak / 1e6));
        }
    }

    private static void Check(CheckList checks, List<Sample> samples)
    {
        if (samples.Count < FewestSamples)
        {
            checks.Add(false, "the run was too short for this check: increase --requests");
            return;
        }

        checks.Add(
            samples[^1].Highest < HighestMb,
            $"highest resident memory: {Mb(samples[^1].Highest)} MB (less than {HighestMb} required)");
        var quarter = samples.Count / 4;
        var second = samples.Skip(quarter).Take(quarter).Average(sample => sample.Anonymous);
        var last = samples.TakeLast(quarter).Average(sample => sample.Anonymous);
        var text = $"mean anonymous memory: {Mb(second)} MB in the second quarter, {Mb(last)} MB in the last";
        if (samples[^1].Seconds < StartTime.TotalSeconds)
            Console.WriteLine($"  – {text}\n    (the run was too short to show growth: starting takes half a minute)");
        else
            checks.Add(last < (HighestGrowth * second) + 1, $"{text} (no growth allowed)");
    }

    private static string Mb(double megabytes) => Figures.Format(megabytes, "0.0");

    private sealed record Sample(double Seconds, double Resident, double Anonymous, double Highest);
}
