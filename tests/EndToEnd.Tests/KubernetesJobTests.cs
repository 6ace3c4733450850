using Studies.Hosting;
using YamlDotNet.RepresentationModel;

namespace EndToEnd.Tests;

/// <summary>
/// Runs the load tool with the arguments of each pod of the Job in deploy/kubernetes/load, and merges the results.
/// </summary>
[Slow]
[TimeLimit(120)]
public sealed class KubernetesJobTests
{
    private const int Parts = 3;
    private const int RequestsPerSecond = 120;
    private const int Seconds = 3;

    [Fact]
    public async Task LoadJob_PartsRunAndMerged_MergeHasExactlyTheRequestsOfAllParts()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var folder = Directory.CreateTempSubdirectory();
        await using var backend = await ServiceProcess.StartAsync("BackendApi", [], cancellation);
        var arguments = ReadArguments();
        arguments.ShouldContain($"--part=$(PART)/{Parts}");

        var parts = await Task.WhenAll(Enumerable.Range(0, Parts).Select(part => RunAsync(
            arguments.Select(argument => argument
                .Replace("$(PART)", $"{part}", StringComparison.Ordinal)
                .Replace("http://frontend-api:8080", backend.Address.GetLeftPart(UriPartial.Authority),
                    StringComparison.Ordinal)
                .Replace("--rate=500/s", $"--rate={RequestsPerSecond}/s", StringComparison.Ordinal)
                .Replace("--duration=60s", $"--duration={Seconds}s", StringComparison.Ordinal)
                .Replace("--out=/results", $"--out={folder.FullName}", StringComparison.Ordinal)))));
        var files = Directory.GetFiles(folder.FullName, "*-part-*.json");
        files.Length.ShouldBe(Parts, string.Join('\n', parts));
        var merged = await RunAsync(["merge", .. files, "--name", "whole", "--out", folder.FullName]);

        var whole = ReadVariant(Directory.GetFiles(folder.FullName, "*-whole.json").ShouldHaveSingleItem(merged));
        var each = files.Select(ReadVariant).ToArray();
        GetCount(whole).ShouldBe(Parts * RequestsPerSecond * Seconds);
        GetCount(whole).ShouldBe(each.Sum(GetCount));
        GetMax(whole).ShouldBe(each.Max(GetMax));
        folder.Delete(recursive: true);
    }

    private static long GetCount(JsonElement variant) => variant.GetProperty("requests").GetInt64();

    private static double GetMax(JsonElement variant) => variant.GetProperty("latency").GetProperty("max").GetDouble();

    private static JsonElement ReadVariant(string path) =>
        JsonDocument.Parse(File.ReadAllText(path)).RootElement.GetProperty("variants")[0];

    private static async Task<string> RunAsync(IEnumerable<string> arguments) => (await ProcessRunner.CaptureAsync(
        ProgramLocator.CreateStartInfo("Load", arguments), TestContext.Current.CancellationToken)).All;

    private static string[] ReadArguments()
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(
            File.ReadAllText(Path.Combine(Repository.Root, "deploy", "kubernetes", "load", "job.yaml"))));
        var container = yaml.Documents[0].RootNode["spec"]["template"]["spec"]["containers"][0];
        return [.. ((YamlSequenceNode)container["args"]).Select(argument => $"{argument}")];
    }
}
