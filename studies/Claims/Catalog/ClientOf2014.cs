namespace Studies.Claims.Catalog;

/// <summary>The client of Sedlaczek, 2014 (peers/client-of-2014), and the results of bursts.</summary>
internal static class ClientOf2014
{
    private const string ResultFile = "client-of-2014.json";

    public static async Task<BurstResult> SendAsync(Uri url, int size, string folder, CancellationToken stop)
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

    public static BurstResult ReadResult(string folder) =>
        JsonSerializer.Deserialize<BurstResult>(File.ReadAllText(Path.Combine(folder, ResultFile)))!;

    public static BurstResult ReadBurst(string path) => OldResult.Read(path).SingleVariant.Bursts![0];

    public static BurstResult CreateResult(int requests, int failed, double seconds) => new(
        requests, failed, new Dictionary<string, long>(), new Dictionary<string, long>(), seconds,
        (requests - failed) / seconds, P50: null, P99: null, Max: null);
}
