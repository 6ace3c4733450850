using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>
/// Forges a copy of the ledger, its results and its pages, without git, and writes all that follows from them again
/// with the command of the repository. With the head, make verify must find every change; without it, those which the
/// samples contradict.
/// </summary>
[Slow]
[TimeLimit(600)]
public sealed class ForgerTests : IDisposable
{
    private static readonly string[] Copied =
        ["docs", "load", "prometheus", "grafana", "service-defaults", "web/test/results", "README.md"];

    private static readonly Dictionary<string, Func<ForgerTests, Task>> Forgeries = new()
    {
        ["the CPU ratios of a row, in its result files, its record and the chain"] = forger =>
            forger.ForgeRowAsync(hasSamples: false),
        ["the same, with the samples"] = forger => forger.ForgeRowAsync(hasSamples: true),
        ["a ratio of the README's table"] = forger => forger.ChangeResultAsync("strategies", file =>
        {
            var ratio = file["variants"]!.AsArray().Select(variant => variant!["ratio"]).OfType<JsonObject>().Last();
            foreach (var key in (string[])["value", "lo", "hi"])
                ratio[key] = 1.2 * (double)ratio[key]!;
        }),
        ["a percentile of the README's table"] = forger => forger.ChangeResultAsync(
            "strategies", file => file["variants"]![0]!["latency"]!["p99"] = 1.5),
        ["a table of a study, its page and the essay"] = async forger =>
        {
            await forger.ReplaceAsync($"{Shedding}.json", "0.83", "0.93");
            await forger.ReplaceAsync("docs/load-shedding.md", "0.83", "0.93");
        },
        ["the smallest effect of a question"] = forger => forger.ReplaceAsync(
            $"docs/claims/{PlantedRow.Claim.Id}.yaml", "smallest_effect: 0.", "smallest_effect: 0.1"),
        ["a row"] = forger => Task.Run(
            () => File.Delete(forger.GetPath($"docs/claims/{PlantedRow.Claim.Id}.yaml"))),
        ["the load of a row"] = forger => forger.ReplaceAsync(
            $"docs/claims/{PlantedRow.Claim.Id}.yaml", "\nrun:\n", "\nrun:\n  load:\n    connections: '500'\n"),
        ["words"] = forger => forger.ReplaceAsync("docs/headers-first.md", "less", "more"),
        ["a figure that was simulated"] = forger => forger.ReplaceAsync("docs/method.md", "94.6", "99.6"),
        ["a quotation"] = forger => forger.ReplaceAsync("docs/claims/Q13.yaml", "12,109", "1,209"),
    };

    /// <summary>What the samples, or another file that nobody can make from them, contradict.</summary>
    private static readonly string[] FoundWithoutHead =
    [
        "the CPU ratios of a row, in its result files, its record and the chain", "a ratio of the README's table",
        "a percentile of the README's table", "the smallest effect of a question", "a row", "the load of a row",
    ];

    private const string Shedding = "docs/results/load-shedding/20261122-2040-load-shedding-ratios";
    private const string Date = "2026-11-27 12:00";

    private readonly string _root = Directory.CreateTempSubdirectory("forged-").FullName;
    private readonly Dictionary<string, byte[]> _before = [];

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public async Task Forgeries_WithAndWithoutHead_AreFound()
    {
        Copy();
        await PlantAsync();
        await RunAsync("generate");
        var (head, known) = await VerifyAsync();
        (await VerifyAsync(head)).Errors.ShouldBe(known, "with the head of today");
        foreach (var file in Directory.GetFiles(GetPath(""), "*", SearchOption.AllDirectories).Where(IsText))
            _before[file] = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);

        var found = new List<string>();
        foreach (var (name, forge) in Forgeries)
        {
            await forge(this);
            await RunAsync("generate");
            string[] errors = [.. (await VerifyAsync(head)).Errors.Except(known)];
            errors.ShouldNotBeEmpty(name);
            if (errors.Any(error => !IsOfHead(error)))
                found.Add(name);
            Restore();
        }

        found.ShouldBe(FoundWithoutHead);
    }

    private static bool IsOfHead(string error) =>
        error.Contains("head", StringComparison.Ordinal) || error.EndsWith("is not what it was", StringComparison.Ordinal);

    private void Copy()
    {
        foreach (var path in Copied.Select(path => Path.Combine(Repository.Root, path))
            .SelectMany(path => File.Exists(path) ? [path] : Directory.GetFiles(path, "*", SearchOption.AllDirectories))
            .Where(path => !path.Contains("node_modules", StringComparison.Ordinal)))
        {
            CopyTo(path, Path.GetRelativePath(Repository.Root, path));
        }

        foreach (var program in (string[])["Studies", "Load"])
        {
            var folder = Path.GetDirectoryName(ProgramLocator.GetAssemblyPath(program))!;
            foreach (var file in Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
                CopyTo(file, Path.GetRelativePath(Repository.Root, file));
        }

        void CopyTo(string path, string relative)
        {
            var copy = GetPath(relative);
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(path, copy);
        }
    }

    /// <summary>Replaces the archive with one measurement of one row.</summary>
    private async Task PlantAsync()
    {
        DeletePacks();
        PlantedRow.WriteFiles(Results);
        Publish(await PlantedRow.PublishAsync(Results, GetPath("docs/archive"), Date));
    }

    private void DeletePacks()
    {
        foreach (var pack in RawPack.FindAll(GetPath("docs/archive")))
            File.Delete(pack);
    }

    private void Publish(ArchiveRecord record) =>
        File.WriteAllText(GetPath(ResultChain.Measurements), MeasurementArchive.Append("", [record]));

    private async Task ForgeRowAsync(bool hasSamples)
    {
        DeletePacks();
        ChangeCpu(0.6);
        var record = await PlantedRow.PublishAsync(Results, GetPath("docs/archive"), Date);
        if (!hasSamples)
        {
            ChangeCpu(1 / 0.6, ofFigures: false);
            DeletePacks();
            record = record with { Raw = RawPack.Save(Results, GetPath("docs/archive")) };
        }

        Publish(record);
    }

    private void ChangeCpu(double factor, bool ofFigures = true)
    {
        foreach (var path in Directory.GetFiles(Results, "*.json", SearchOption.AllDirectories))
        {
            var file = JsonNode.Parse(File.ReadAllText(path))!;
            var variant = file["variants"]!.AsArray().Single(one => one!["cpu_ratio"] is JsonObject)!;
            if (ofFigures)
            {
                Scale(variant["cpu_ratio"]!, "value", factor);
                Scale(variant["processes"]!["target"]!, "cpu_ms", factor);
            }

            var name = (string?)variant["name"];
            foreach (var sample in file["samples"]!.AsArray().Where(one => (string?)one!["variant"] == name))
                Scale(sample!, "cpu_s", factor);
            File.WriteAllText(path, file.ToJsonString());
        }
    }

    private static void Scale(JsonNode parent, string name, double factor) =>
        parent[name] = factor * (double)parent[name]!;

    private Task ChangeResultAsync(string folder, Action<JsonNode> change)
    {
        var path = Directory.GetFiles(GetPath($"docs/results/{folder}"), "*.json").Max(StringComparer.Ordinal)!;
        var file = JsonNode.Parse(File.ReadAllText(path))!;
        change(file);
        return File.WriteAllTextAsync(path, file.ToJsonString());
    }

    private Task ReplaceAsync(string path, string text, string other)
    {
        var before = File.ReadAllText(GetPath(path));
        before.ShouldContain(text);
        return File.WriteAllTextAsync(GetPath(path), before.Replace(text, other, StringComparison.Ordinal));
    }

    private void Restore()
    {
        foreach (var file in Directory.GetFiles(GetPath(""), "*", SearchOption.AllDirectories).Where(IsText))
        {
            if (!_before.ContainsKey(file))
                File.Delete(file);
        }

        foreach (var (path, content) in _before)
            File.WriteAllBytes(path, content);
    }

    /// <summary>Runs make verify.</summary>
    /// <returns>The head, and the lines of errors without the names of temporary folders.</returns>
    private async Task<(string Head, string[] Errors)> VerifyAsync(string? head = null)
    {
        var lines = (await RunAsync(head is null ? ["verify"] : ["verify", "--head", head])).Split('\n');
        return (
            lines.Single(line => line.StartsWith("  head ", StringComparison.Ordinal))["  head ".Length..].Trim(),
            [.. lines.Where(line => line.StartsWith("      ", StringComparison.Ordinal)
                || line.StartsWith("  ✗", StringComparison.Ordinal) || line is [not ' ', ..])
                .Select(line => Regex.Replace(line, "/raw-[^/]+", ""))]);
    }

    private async Task<string> RunAsync(params string[] arguments)
    {
        var program = Path.GetRelativePath(Repository.Root, ProgramLocator.GetAssemblyPath("Studies"));
        var start = new ProcessStartInfo("dotnet", [GetPath(program), .. arguments]) { WorkingDirectory = _root };
        return (await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken)).All;
    }

    private string Results => GetPath("claims-1");

    private string GetPath(string path) => Path.Combine(_root, path);

    private bool IsText(string path) =>
        !Path.GetRelativePath(_root, path).StartsWith("artifacts", StringComparison.Ordinal)
        && Path.GetExtension(path) is ".md" or ".json" or ".jsonl" or ".yaml" or ".svg" or ".cs" or ".gz" or ".br";
}
