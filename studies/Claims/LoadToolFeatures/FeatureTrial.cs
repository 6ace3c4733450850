namespace Studies.Claims.LoadToolFeatures;

internal sealed record FeatureTrial(
    IReadOnlyList<ReceivedRequest> Requests, int MostAtOnce, string Output, int LogLines, VariantResult? Measured)
{
    /// <summary>The placeholder for the folder of the trial in the options of a feature.</summary>
    public const string Folder = "FOLDER";

    private static readonly (string Name, string Text)[] Files =
    [
        ("customers.csv", "customerId,\r\n123,\r\n456,\r\n"),
        ("request.txt", $"{RecordingServer.RecordedHeader}: 7\r\nContent-Type: text/plain\r\n\r\nan order"),
    ];

    public IEnumerable<string> Paths => Requests.Select(request => request.Path);

    public static async Task<FeatureTrial> RunAsync(LoadToolFeature feature, string folder, CancellationToken stop)
    {
        foreach (var (name, text) in Files)
            await File.WriteAllTextAsync(Path.Combine(folder, name), text, stop);
        var address = FreePort.FindAddress();
        await using var server = new RecordingServer(address);
        var command = new[] { feature.Command, "--url", $"{address}{feature.Path}" }.Concat(feature.Options);
        var output = await ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo(
                "Load", command.Select(word => word.Replace(Folder, folder, StringComparison.Ordinal))),
            stop);
        var (log, result) = (Path.Combine(folder, "log.tsv"), Directory.GetFiles(folder, "*.json").SingleOrDefault());
        return new FeatureTrial(
            server.Requests, server.MostAtOnce, output.All, File.Exists(log) ? File.ReadLines(log).Count() : 0,
            result is null ? null : Result.Read(result).SingleVariant);
    }
}
