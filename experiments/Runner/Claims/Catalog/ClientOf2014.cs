namespace Experiments.Claims.Catalog;

/// <summary>The client of Sedlaczek, 2014 (experiments/programs/client-of-2014), and the results of bursts.</summary>
internal static class ClientOf2014
{
    private const string ResultFile = "client-of-2014.json";

    public static async Task<BurstOutcome> SendAsync(Uri url, int size, string folder, CancellationToken stop)
    {
        var output = await ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo("ClientOf2014", [$"{url}", $"{size}"]), stop);
        if (output.ExitCode is not ExitCode.Success || output.Output.Split(' ') is not [var failed, var seconds])
            throw new StudyException($"The client of 2014 exited with code {output.ExitCode}: {output.All}");
        var burst = CreateResult(
            size, int.Parse(failed, CultureInfo.InvariantCulture), double.Parse(seconds, CultureInfo.InvariantCulture));
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(Path.Combine(folder, ResultFile), JsonSerializer.Serialize(burst), stop);
        return burst;
    }

    /// <summary>Reads the file of a burst, that of this client or of the load tool.</summary>
    public static BurstOutcome Read(string path, Func<string, Result> readResult)
    {
        if (Path.GetFileName(path) is ResultFile)
            return JsonSerializer.Deserialize<BurstOutcome>(File.ReadAllText(path))!;
        var burst = readResult(path).SingleVariant.GetParts(PartKind.Burst)[0];
        return new(burst.Requests, burst.Errors, burst.MeasuredS!.Value, burst.Throughput.Rate, burst.Latency.P50);
    }

    public static BurstOutcome CreateResult(int requests, int failed, double seconds) =>
        new(requests, failed, seconds, (requests - failed) / seconds);
}
