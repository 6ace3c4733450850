namespace Experiments.Claims.Catalog;

/// <summary>Runs a program of experiments/scripts for each start. Its last line is a ScriptOutcome as JSON.</summary>
internal static class ScriptRun
{
    public static async Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim, ClaimRun run)
    {
        var starts = await context.RepeatAsync(claim.File.Design, start => context.MeasureOnceAsync(
            $"{run.Experiment}-start-{start}", () => RunAsync(run, start, context.Environment.StopToken)));
        var values = starts[0].Values.Keys.Select(name => KeyValuePair.Create(
            name, Metric.FromStarts(starts.Select(one => one.Values[name]))));
        var counts = starts[0].Counts.Keys.Select(name => KeyValuePair.Create(
            name, Metric.Exact(starts.Sum(one => one.Counts[name])) with { Starts = starts.Count }));
        return new(
            values.Concat(counts).ToDictionary(),
            (starts.Count is 1 ? "" : $"in the last of {starts.Count} starts ") + starts[^1].Figures);
    }

    private static async Task<ScriptOutcome> RunAsync(ClaimRun run, int start, CancellationToken stop)
    {
        var file = ProgramLocator.GetPath("experiments", "scripts", $"{run.Script}.cs");
        var program = new ProcessStartInfo(
            "dotnet", ["run", "-c", "Release", file, "--", .. run.Arguments, "--start", $"{start}"]);
        var output = await ProcessRunner.CaptureAsync(program, stop);
        return output.ExitCode is ExitCode.Success
            ? JsonSerializer.Deserialize<ScriptOutcome>(
                output.Output.Trim().Split('\n')[^1], JsonSerializerOptions.Web)!
            : throw new StudyException($"{run.Script} exited with code {output.ExitCode}: {output.All.Trim()}");
    }
}

/// <summary>What a program measured in one start.</summary>
/// <param name="Values">Positive numbers, which the ledger averages over starts.</param>
/// <param name="Counts">Whole numbers, which the ledger adds.</param>
/// <param name="Figures">The absolute figures in words.</param>
internal sealed record ScriptOutcome(
    IReadOnlyDictionary<string, double> Values, IReadOnlyDictionary<string, long> Counts, string Figures);
