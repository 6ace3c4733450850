using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>
/// Plants a change in the archive or in the result files of a row, at a place that a seed draws. What make verify calls
/// must find it, though the chain of hashes is written anew.
/// </summary>
public sealed partial class PlantedChangesTests : FolderTests
{
    private const string Row = "D5";
    private const int Seed = 45;
    private static readonly string Archive = Path.Combine(Repository.Root, "docs", "archive");
    private static readonly string Published = File.ReadAllText(Path.Combine(Archive, "measurements.jsonl"));

    private static readonly Dictionary<string, Action<JsonNode, Random>> RecordChanges = new()
    {
        ["value"] = (record, random) => ChangeDigit(GetRatio(record), "value", random),
        ["end of interval"] = (record, random) => ChangeDigit(GetRatio(record), "hi", random),
        ["start value"] = (record, random) => GetRatio(record)["start_values"]!.AsArray().RemoveAt(random.Next(5)),
        ["start values"] = (record, _) => GetRatio(record).AsObject().Remove("start_values"),
        ["metric"] = (record, _) => record["metrics"]!.AsObject().Remove(LedgerEntry.Ratio),
        ["verdict"] = (record, _) => record["verdict"] = "differs",
        ["figures"] = (record, random) => ChangeDigit(record, "figures", random),
        ["raw"] = (record, _) => record["raw"] = GetLatest(Published, "D4").Raw,
        ["no raw"] = (record, _) => record["raw"] = null,
        ["rule"] = (record, _) => record["rule_hash"] = "0123456789ab",
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
        ["rate"] = (file, random) =>
            ChangeDigit(DrawVariant(file, random)["rounds"]![random.Next(9)]!, "rps", random, digits: 3),
        ["ratio"] = (file, random) => ChangeDigit(file["variants"]![1]!["ratio"]!, "value", random),
        ["seed"] = (file, random) => file["plan"]!["seed"] = random.Next(10, 1000),
        ["state"] = (file, _) => file["validity"]!["state"] = RunValidity.InvalidState,
    };

    public static TheoryData<string> RecordNames => [.. RecordChanges.Keys.Where(change => change is not "rule")];
    public static TheoryData<string> FileNames => [.. FileChanges.Keys, "file removed", "file of another start"];

    [Fact]
    public async Task Archive_Unchanged_FollowsFromResultFiles()
    {
        var found = await CheckAsync(check => check.CheckAsync(GetLatest(Published), Example, Archive));

        found.HasFiles.ShouldBeTrue();
        found.Errors.ShouldBeEmpty();
        WriteChain(Published).ShouldBe(Published);
        ArchiveHistory.FindErrors(Published, [("first", Published[..(Published.IndexOf('\n') + 1)])]).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(RecordNames))]
    public async Task Record_Changed_DoesNotFollowFromResultFiles(string change)
    {
        var archive = ChangeRecord(change);

        (await CheckAsync(check => check.CheckAsync(GetLatest(archive), Example, Archive))).Errors.ShouldNotBeEmpty();
        FindHistoryErrors(archive).ShouldNotBeEmpty();
    }

    [Fact]
    public void Line_ChangedWithoutTheChain_IsRefused() => Should.Throw<FormatException>(
        () => MeasurementArchive.Parse(Published.Replace("\"D5\"", "\"D6\"", StringComparison.Ordinal)));

    [Fact]
    public void RuleOrLastLine_ChangedOrRemoved_IsNotThatOfPages()
    {
        string[] changed = [ChangeRecord("rule"), WriteChain(string.Join('\n', GetLines()[..^1]))];

        foreach (var archive in changed)
        {
            VerifyCommand.FindStaleFiles(Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse(archive))).Any()
                .ShouldBeTrue();
            FindHistoryErrors(archive).ShouldNotBeEmpty();
        }
    }

    /// <summary>An old measurement stands on no page, so that only the history in git has it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Line_RemovedOrMoved_IsNotThatOfHistory(bool isMoved)
    {
        var lines = GetLines().ToList();
        var at = new Random(Seed).Next(lines.Count - 1);
        if (isMoved)
            lines.Add(lines[at]);
        lines.RemoveAt(at);
        var archive = WriteChain(string.Join('\n', lines));

        Should.Throw<FormatException>(() => MeasurementArchive.Parse(string.Join('\n', lines)));
        MeasurementArchive.Parse(archive).Records.Count.ShouldBe(lines.Count);
        FindHistoryErrors(archive).ShouldNotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(FileNames))]
    public async Task ResultFile_Changed_IsFound(string change)
    {
        var (record, random) = (GetLatest(Published), new Random(Seed));
        RawPack.Unpack(Path.Combine(Archive, record.Raw!), Folder);
        var files = Directory.GetFiles(Folder, "*.json", SearchOption.AllDirectories).Order().ToArray();
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

        (await CheckAsync(check => check.CheckFilesAsync(record, Example, Folder))).Errors.ShouldNotBeEmpty();
    }

    [Fact]
    public void ByteOfPack_Changed_IsFound()
    {
        var pack = GetLatest(Published).Raw!;
        var content = File.ReadAllBytes(Path.Combine(Archive, pack));
        content[new Random(Seed).Next(content.Length)]++;
        var changed = Path.Combine(Folder, Path.GetFileName(pack));
        File.WriteAllBytes(changed, content);

        Should.Throw<FormatException>(() => RawPack.Unpack(changed, Folder)).Message.ShouldContain("was changed");
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

    private static Claim Example => ClaimCatalog.Library.Claims.Single(claim => claim.Id == Row);

    private static JsonNode GetRatio(JsonNode record) => record["metrics"]![LedgerEntry.Ratio]!;

    private static JsonNode DrawVariant(JsonNode file, Random random) => file["variants"]![random.Next(2)]!;

    private static ArchiveRecord GetLatest(string archive, string row = Row) =>
        MeasurementArchive.Parse(archive).GetHistory(row)[^1];

    private static string[] GetLines() => Published.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string ChangeRecord(string change)
    {
        var lines = GetLines();
        var at = Array.FindLastIndex(lines, line => line.Contains($"\"claim\":\"{Row}\"", StringComparison.Ordinal));
        var record = JsonNode.Parse(lines[at])!;
        RecordChanges[change](record, new Random(Seed));
        lines[at] = record.ToJsonString();
        return WriteChain(string.Join('\n', lines));
    }

    private static string WriteChain(string archive)
    {
        var (lines, previous) = (new List<string>(), "null");
        foreach (var line in archive.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            lines.Add(PreviousPattern().Replace(line, $"\"previous\":{previous}"));
            previous = $"\"{Hashing.Hash(lines[^1])}\"";
        }

        return string.Join('\n', lines) + "\n";
    }

    private static IEnumerable<string> FindHistoryErrors(string archive) =>
        ArchiveHistory.FindErrors(archive, [("published", Published)]);

    private async Task<RecordCheck> CheckAsync(Func<ArchiveCheck, Task<RecordCheck>> checkAsync)
    {
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        return await checkAsync(new ArchiveCheck((experiments, starts) => new(
            environment, load, Folder, new MeasurementDepth(starts, null), experiments)));
    }

    [GeneratedRegex("\"previous\":(null|\"[0-9a-f]+\")")]
    private static partial Regex PreviousPattern();
}
