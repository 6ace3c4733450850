namespace Studies.Claims.Catalog;

/// <summary>The client of Sedlaczek, 2014 (peers/client-of-2014), and the results of bursts.</summary>
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

    public static BurstOutcome ReadResult(string folder) =>
        JsonSerializer.Deserialize<BurstOutcome>(File.ReadAllText(Path.Combine(folder, ResultFile)))!;

    public static BurstOutcome ReadBurst(string path)
    {
        var burst = OldResult.Read(path).SingleVariant.GetParts(PartKind.Burst)[0];
        return new(burst.Requests, burst.Errors, burst.MeasuredS!.Value, burst.Throughput.Rate, burst.Latency.P50);
    }

    public static BurstOutcome CreateResult(int requests, int failed, double seconds) =>
        new(requests, failed, seconds, (requests - failed) / seconds);
}
