using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>
/// Plants a change in the archive or in the result files of a row, at a place that a seed draws. What make verify calls
/// must find it, though the chain of hashes is written anew.
/// </summary>
public sealed partial class PlantedChangesTests : FolderTests
{
    private const int Seed = 45;

    private static readonly Dictionary<string, Action<JsonNode, Random>> RecordChanges = new()
    {
        ["value"] = (record, random) => ChangeDigit(GetRatio(record), "value", random),
        ["end of interval"] = (record, random) => ChangeDigit(GetRatio(record), "hi", random),
        ["start value"] = (record, random) => GetRatio(record)["start_values"]!.AsArray().RemoveAt(random.Next(5)),
        ["start values"] = (record, _) => GetRatio(record).AsObject().Remove("start_values"),
        ["metric"] = (record, _) => record["metrics"]!.AsObject().Remove(LedgerEntry.Ratio),
        ["verdict"] = (record, _) => record["verdict"] = "no such verdict",
        ["figures"] = (record, random) => ChangeDigit(record, "figures", random),
        ["no raw"] = (record, _) => record["raw"] = null,
    };

    private static readonly Dictionary<string, Action<JsonNode, Random>> FileChanges = new()
    {
        ["requests"] = (file, random) => ChangeDigit(DrawVariant(file, random), "requests", random),
        ["status"] = (file, random) => ChangeDigit(DrawVariant(file, random)["statuses"]!, "200", random),
        ["order"] = (file, random) =>
        {
            var turns = file["order"]![random.Next(9)]!;
            (turns[0], turns[1]) = ((int)turns[1]!, (int)turns[0]!);
        },
        // Of the last digits, the rounding of the file hides a change.
        ["busy time"] = (file, random) => ChangeDigit(file["samples"]![random.Next(9)]!, "busy_s", random, digits: 2),
        ["CPU time of a turn"] = (file, random) =>
            ChangeDigit(file["samples"]![random.Next(9)]!, "cpu_s", random, digits: 3),
        ["throughput ratio"] = (file, random) => ChangeDigit(FindRatio(file, "ratio"), "value", random, digits: 3),
        ["CPU ratio and CPU time"] = (file, _) =>
        {
            var ratio = FindRatio(file, "cpu_ratio");
            var target = ratio.Parent!["processes"]!["target"]!;
            ratio["value"] = 0.6 * (double)ratio["value"]!;
            target["cpu_ms"] = 0.6 * (double)target["cpu_ms"]!;
        },
        ["CPU time"] = (file, random) => ChangeDigit(
            DrawVariant(file, random)["processes"]!["target"]!, "cpu_ms", random, digits: 3),
        ["allocation"] = (file, random) => ChangeDigit(
            DrawVariant(file, random)["processes"]!["target"]!, "alloc_kb", random, digits: 2),
        ["seed"] = (file, random) => file["plan"]!["seed"] = random.Next(10, 1000),
        ["state"] = (file, _) => file["validity"]!["state"] = RunValidity.InvalidState,
        ["warm"] = (file, _) => file["validity"]!["checks"]!.AsArray().Single(check => (string?)check!["id"] == "warm")!
            ["state"] = "note",
        ["warm-up"] = (file, _) => file["plan"]!["warmup_s"] = 1,
        ["rounds"] = (file, _) => file["plan"]!["rounds"] = 9,
    };

    public static TheoryData<string> RecordNames => [.. RecordChanges.Keys];
    public static TheoryData<string> FileNames => [.. FileChanges.Keys, "file removed", "file of another start"];

    [Fact]
    public async Task Archive_Unchanged_FollowsFromResultFiles()
    {
        var archive = await PublishAsync();

        (await CheckAsync(GetLatest(archive), PlantedRow.Claim)).ShouldBeEmpty();
        WriteChain(archive).ShouldBe(archive);
        ArchiveHistory.FindErrors(archive, [("first", archive[..(archive.IndexOf('\n') + 1)])]).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(RecordNames))]
    public async Task Record_Changed_DoesNotFollowFromResultFiles(string change)
    {
        var archive = await PublishAsync();
        var lines = GetLines(archive);
        var record = JsonNode.Parse(lines[^1])!;
        RecordChanges[change](record, new Random(Seed));
        lines[^1] = record.ToJsonString();
        var changed = WriteChain(string.Join('\n', lines));

        (await CheckAsync(GetLatest(changed), PlantedRow.Claim)).ShouldNotBeEmpty();
        ArchiveHistory.FindErrors(changed, [("published", archive)]).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task LoadOfRow_Changed_IsNotThatOfItsResult()
    {
        var row = PlantedRow.With(new Dictionary<string, string> { ["connections"] = "500" });
        var record = GetLatest(await PublishAsync()) with { RuleHash = row.Hash };

        (await CheckAsync(record, row))
            .ShouldContain(error => error.Contains("connections is 500 in the row, and 10", StringComparison.Ordinal));
    }

    /// <summary>An old measurement stands on no page, so that only the chain and the history in git have it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Line_RemovedOrMoved_IsNotThatOfHistory(bool isMoved)
    {
        var archive = await PublishAsync();
        var lines = GetLines(archive).ToList();
        if (isMoved)
            lines.Add(lines[0]);
        lines.RemoveAt(0);
        var changed = WriteChain(string.Join('\n', lines));

        Should.Throw<FormatException>(() => MeasurementArchive.Parse(string.Join('\n', lines)));
        MeasurementArchive.Parse(changed).Records.Count.ShouldBe(lines.Count);
        ArchiveHistory.FindErrors(changed, [("published", archive)]).ShouldNotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(FileNames))]
    public async Task ResultFile_Changed_IsFound(string change)
    {
        var archive = await PublishAsync();
        var random = new Random(Seed);
        var files = Directory.GetFiles(Results, "*.json", SearchOption.AllDirectories).Order().ToArray();
        random.Shuffle(files);
        if (FileChanges.TryGetValue(change, out var changeFile))
        {
            var file = JsonNode.Parse(await File.ReadAllTextAsync(files[0], TestContext.Current.CancellationToken))!;
            changeFile(file, random);
            await File.WriteAllTextAsync(files[0], file.ToJsonString(), TestContext.Current.CancellationToken);
        }
        else if (change is "file removed")
            File.Delete(files[0]);
        else
            File.Copy(files[1], files[0], overwrite: true);

        (await PlantedRow.CheckAsync(check => check.CheckFilesAsync(GetLatest(archive), PlantedRow.Claim, Results)))
            .ShouldNotBeEmpty();
    }

    /// <summary>A burst is no comparison, which would repeat a start that is cold.</summary>
    [Theory]
    [InlineData(null, true)]
    [InlineData("counts need no warm process", false)]
    public async Task Burst_OfColdProcess_IsFoundUnlessTheRowSaysWhy(string? cold, bool isFound)
    {
        var file = JsonNode.Parse(await File.ReadAllTextAsync(
            Path.Combine(Repository.Root, "web", "test", "results", "bursts.json"),
            TestContext.Current.CancellationToken))!;
        file["validity"]!["checks"]!.AsArray()[0]!["id"] = "warm";
        file["validity"]!["checks"]![0]!["state"] = "note";
        var folder = Directory.CreateDirectory(Path.Combine(Results, "burst"));
        await File.WriteAllTextAsync(
            Path.Combine(folder.FullName, "burst.json"), file.ToJsonString(), TestContext.Current.CancellationToken);
        var files = new RawExperiments(Results, PlantedRow.Claim.File.Run with { Cold = cold });

        await files.GetOrMeasureAsync<BurstOutcome>("burst", () => throw new InvalidOperationException());

        files.Errors.Contains($"burst: {MeasurementContext.Compiling}").ShouldBe(isFound);
    }

    [Fact]
    public async Task ByteOfPack_Changed_IsFound()
    {
        var pack = Path.Combine(Folder, GetLatest(await PublishAsync()).Raw!);
        var content = await File.ReadAllBytesAsync(pack, TestContext.Current.CancellationToken);
        content[new Random(Seed).Next(content.Length)]++;
        await File.WriteAllBytesAsync(pack, content, TestContext.Current.CancellationToken);

        Should.Throw<FormatException>(() => RawPack.Unpack(pack, Results)).Message.ShouldContain("was changed");
    }

    /// <summary>Changes one of the first digits of a text. The first digit of a number stays above zero.</summary>
    internal static string ChangeDigit(string text, Random random, int digits = 6)
    {
        int[] places = [.. Enumerable.Range(0, text.Length).Where(at => char.IsAsciiDigit(text[at])).Take(digits)];
        var place = places[random.Next(places.Length)];
        var digit = (char)('1' + ((text[place] - '1' + random.Next(1, 9)) % 9));
        return $"{text[..place]}{digit}{text[(place + 1)..]}";
    }

    private static void ChangeDigit(JsonNode parent, string name, Random random, int digits = 6) =>
        parent[name] = JsonNode.Parse(ChangeDigit(parent[name]!.ToJsonString(), random, digits));

    private string Results => Path.Combine(Folder, "claims-1");

    /// <summary>Writes result files, and an archive of two measurements of them.</summary>
    private async Task<string> PublishAsync()
    {
        PlantedRow.WriteFiles(Results);
        return MeasurementArchive.Append("", [
            await PlantedRow.PublishAsync(Results, Folder, "2026-11-26 12:00"),
            await PlantedRow.PublishAsync(Results, Folder, "2026-11-27 12:00"),
        ]);
    }

    private Task<IReadOnlyList<string>> CheckAsync(ArchiveRecord record, Claim claim) =>
        PlantedRow.CheckAsync(check => check.CheckAsync(record, claim, Folder));

    private static JsonNode GetRatio(JsonNode record) => record["metrics"]![LedgerEntry.Ratio]!;

    private static JsonNode DrawVariant(JsonNode file, Random random) => file["variants"]![random.Next(2)]!;

    private static JsonObject FindRatio(JsonNode file, string name) =>
        file["variants"]!.AsArray().Select(variant => variant![name]).OfType<JsonObject>().Single();

    private static ArchiveRecord GetLatest(string archive) => MeasurementArchive.Parse(archive).Records[^1];

    private static string[] GetLines(string archive) => archive.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string WriteChain(string archive)
    {
        var (lines, previous) = (new List<string>(), "null");
        foreach (var line in GetLines(archive))
        {
            lines.Add(PreviousPattern().Replace(line, $"\"previous\":{previous}"));
            previous = $"\"{Hashing.Hash(lines[^1])}\"";
        }

        return string.Join('\n', lines) + "\n";
    }

    [GeneratedRegex("\"previous\":(null|\"[0-9a-f]+\")")]
    private static partial Regex PreviousPattern();
}
