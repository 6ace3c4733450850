using System.Globalization;
using Studies.Hosting;
using YamlDotNet.RepresentationModel;

namespace EndToEnd.Tests;

/// <summary>
/// Runs the load tool with the arguments of each pod of the Job in deploy/kubernetes/load, and merges the results.
/// </summary>
[TimeLimit(120)]
public sealed class KubernetesJobTests
{
    private const int Parts = 3;
    private const int RequestsPerSecond = 120;
    private const int Seconds = 3;

    // The layout of the histograms in a result: the number of buckets for each power of two.
    private const int BucketsPerOctave = 1024;

    private static readonly (string Name, double Share)[] Percentiles =
        [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)];

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
        var buckets = ReadBuckets(whole);
        buckets.ShouldBe(each.SelectMany(ReadBuckets).GroupBy(bucket => bucket.Key)
            .Select(group => KeyValuePair.Create(group.Key, group.Sum(bucket => bucket.Value))), ignoreOrder: true);
        foreach (var (name, share) in Percentiles)
        {
            var (from, to) = FindBucket(buckets, share);
            whole.GetProperty("latency").GetProperty(name).GetDouble().ShouldBeInRange(from, to, name);
        }

        folder.Delete(recursive: true);
    }

    private static long GetCount(JsonElement variant) => variant.GetProperty("requests").GetInt64();

    private static double GetMax(JsonElement variant) => variant.GetProperty("latency").GetProperty("max").GetDouble();

    /// <summary>Reads the counts of a histogram, as docs/schemas describes its text, without the load tool.</summary>
    private static Dictionary<int, long> ReadBuckets(JsonElement variant)
    {
        var histogram = variant.GetProperty("latency").GetProperty("histogram");
        histogram.GetProperty("buckets_per_octave").GetInt32().ShouldBe(BucketsPerOctave);
        var index = 0;
        return histogram.GetProperty("buckets").GetString()!.Split(' ').Select(text => text.Split(':')).ToDictionary(
            parts => index += int.Parse(parts[0], CultureInfo.InvariantCulture),
            parts => parts.Length is 1 ? 1 : long.Parse(parts[1], CultureInfo.InvariantCulture));
    }

    /// <summary>Finds the bucket that has the duration which a share of all durations does not exceed.</summary>
    /// <returns>The limits of the bucket in milliseconds.</returns>
    private static (double From, double To) FindBucket(Dictionary<int, long> buckets, double share)
    {
        var rank = Math.Ceiling(share * buckets.Values.Sum());
        var index = buckets.OrderBy(bucket => bucket.Key).First(bucket => (rank -= bucket.Value) <= 0).Key;
        var scale = Math.Max((index / BucketsPerOctave) - 1, 0);
        var from = (double)((long)(index - (scale * BucketsPerOctave)) << scale);
        return (from / 1e6, (from + (1L << scale)) / 1e6);
    }

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
