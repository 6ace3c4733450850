using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>
/// Makes bundles of two measurements of the archive: one as it is, and one as if a machine with one core had measured
/// it. Each thing that can be forged is forged once.
/// </summary>
public sealed class MachineBundleTests : FolderTests
{
    private const string Row = "B6";
    private static readonly string Archive = Path.Combine(Repository.Root, "docs", "archive");

    private static readonly ArchiveRecord[] Records =
    [
        .. MeasurementArchive.Parse(File.ReadAllText(Path.Combine(Archive, "measurements.jsonl"))).GetHistory(Row)
            .Where(record => record.Metrics[LedgerEntry.Ratio].StartValues is not null && record.IsOfRule(Example))
            .Take(2)
            // Their files did not say what is run.
            .Select(record => record with { RuleHash = Example.Hash }),
    ];

    private static readonly Dictionary<string, (string Error, Action<JsonNode> Forge)> Forgeries = new()
    {
        ["all counts"] = ("histogram has another number", AddRequest),
        ["server"] = ("not those of the server", DenyServer),
        ["commit"] = ("which no record names", file => file["tool"]!["commit"] = new string('0', 40)),
        ["cores"] = ("another number of cores", UseOneCore),
    };

    public static TheoryData<string> Names => [.. Forgeries.Keys];

    private static Claim Example => ClaimCatalog.Library.Claims.Single(claim => claim.Id == Row);

    [Fact]
    public async Task Bundles_OfTwoSettings_AreMergedIntoTheRow()
    {
        foreach (var bundle in new[] { Pack(Records[0]), PackOfOneCore() })
        {
            (await FindErrorsAsync(bundle)).ShouldBeEmpty();
            MachineFile.Save(bundle, Folder).ShouldEndWith($"{RawPack.GetHash(bundle)}.json");
        }

        var files = MachineFile.ReadAll(Folder);
        var ledger = RowMachines.Add(CreateLedger(), files);

        files.SelectMany(file => file.Records).ShouldAllBe(record => record.Raw == null);
        var entry = ledger.Entries.Single(entry => entry.Claim.Id == Row);
        RowMachines.GetRatios(entry).Count.ShouldBe(3);
        var text = RowMachines.Format(entry);
        text.ShouldStartWith("[3 machines](machines.svg), whose ratios differ by a factor of up to 1.00: ");
        text.ShouldContain($"{LedgerNumbers.Format(Records[1].Metrics[LedgerEntry.Ratio])} on 1 × ");
        ledger.Entries.Where(other => other.Claim.Id != Row).ShouldAllBe(other => other.Machines.Count == 0);
        LedgerMarkdown.Format(ledger).ShouldContain(text);
        LedgerMarkdown.Format(ledger).ShouldContain("![The ratio of each machine");
        var picture = MachinesPicture.Format(ledger);
        picture.ShouldContain(">1 × ");
        picture.ShouldContain(">2 × ");
    }

    [Fact]
    public void HeadlineRow_WithoutBundle_SaysOneMachine()
    {
        var entries = CreateLedger().Entries.ToDictionary(entry => entry.Claim.Id);

        RowMachines.HeadlineRows.ShouldAllBe(row => RowMachines.Format(entries[row]) == "*one machine*");
        RowMachines.Format(entries[Row]).ShouldBeEmpty();
        File.ReadAllText(Path.Combine(Repository.Root, "Makefile"))
            .ShouldContain($"claims {string.Join(' ', RowMachines.HeadlineRows)} --starts 10 --bundle");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task ResultFile_Forged_IsRefused(string name) =>
        (await FindErrorsAsync(Pack(Records[0], Forgeries[name].Forge))).ShouldContain(Forgeries[name].Error);

    [Fact]
    public async Task Metric_Forged_IsRefused() => (await FindErrorsAsync(Pack(Records[0] with
    {
        Metrics = new Dictionary<string, Metric>
        {
            [LedgerEntry.Ratio] = Records[0].Metrics[LedgerEntry.Ratio] with { Value = 4 },
        },
    }))).ShouldContain("by its result files");

    [Fact]
    public async Task Rule_OfOtherVersion_IsRefused() =>
        (await FindErrorsAsync(Pack(Records[0] with { RuleHash = "other" }))).ShouldContain("not that of this version");

    [Fact]
    public async Task Commit_WithoutFileOrWithAnotherRule_IsRefused()
    {
        var bundle = Pack(Records[0]);

        (await FindErrorsAsync(bundle, _ => null)).ShouldContain("has no commit");
        (await FindErrorsAsync(bundle, file => file.Replace("ratio >= ", "ratio >= 1", StringComparison.Ordinal)))
            .ShouldContain("has another rule");
        (await ArchiveHistory.ReadFileAsync("--output=a", "b", TestContext.Current.CancellationToken)).ShouldBeNull();
    }

    [Fact]
    public async Task Content_Changed_IsRefused()
    {
        var bundle = Pack(Records[0]);
        var content = await File.ReadAllBytesAsync(bundle, TestContext.Current.CancellationToken);
        content[^1]++;
        await File.WriteAllBytesAsync(bundle, content, TestContext.Current.CancellationToken);

        (await FindErrorsAsync(bundle)).ShouldContain("the content was changed");
    }

    [Theory]
    [InlineData("no gzip")]
    [InlineData("no tar")]
    [InlineData("null")]
    [InlineData("null record")]
    [InlineData("pipe")]
    [InlineData("link")]
    [InlineData("many")]
    [InlineData("large")]
    public async Task Bundle_Hostile_IsRefused(string kind)
    {
        var content = kind switch
        {
            "no gzip" => [1, 2, 3],
            "no tar" => Compress(stream => stream.Write(Encoding.UTF8.GetBytes(new string('x', 2_000)))),
            "null" => PackText("null"),
            "null record" => PackText("""{"version":1,"records":[null]}"""),
            "link" => PackEntries([new(TarEntryType.SymbolicLink, "bundle.json") { LinkName = "/etc/passwd" }]),
            "many" => PackEntries(
                Enumerable.Range(0, 1_001).Select(i => new PaxTarEntry(TarEntryType.RegularFile, $"{i}"))),
            "large" => PackFile(new byte[100_000_001]),
            _ => [],
        };
        var hash = Convert.ToHexStringLower(SHA256.HashData(content))[..16];
        var path = Path.Combine(Folder, $"x-{hash}.tar.gz");
        if (kind is "pipe")
            await ProcessRunner.CaptureAsync(new("mkfifo", [path]), TestContext.Current.CancellationToken);
        else
            await File.WriteAllBytesAsync(path, content, TestContext.Current.CancellationToken);

        (await FindErrorsAsync(path)).ShouldNotBeEmpty();

        static byte[] PackText(string text) => PackFile(Encoding.UTF8.GetBytes(text));
        static byte[] PackFile(byte[] content) => PackEntries(
            [new(TarEntryType.RegularFile, "bundle.json") { DataStream = new MemoryStream(content) }]);
        static byte[] PackEntries(IEnumerable<PaxTarEntry> entries) => Compress(stream =>
        {
            using var tar = new TarWriter(stream, leaveOpen: true);
            foreach (var entry in entries)
                tar.WriteEntry(entry);
        });
        static byte[] Compress(Action<Stream> write)
        {
            using var content = new MemoryStream();
            using (var gzip = new GZipStream(content, CompressionLevel.Fastest, leaveOpen: true))
                write(gzip);
            return content.ToArray();
        }
    }

    private static Ledger CreateLedger() => Ledger.Create(
        ClaimCatalog.Library,
        MeasurementArchive.Parse(File.ReadAllText(Path.Combine(Archive, "measurements.jsonl"))));

    private static void Add(JsonNode parent, string name, int number) => parent[name] = (int)parent[name]! + number;

    private static void AddRequest(JsonNode file)
    {
        var variant = file["variants"]![1]!;
        Add(variant, "requests", 1);
        Add(variant["statuses"]!, "200", 1);
        Add(variant["rounds"]![0]!, "requests", 1);
    }

    private static void DenyServer(JsonNode file) =>
        file["validity"]!["checks"]!.AsArray().Single(check => (string?)check!["id"] is "server")!["state"] = "fail";

    private static void UseOneCore(JsonNode file)
    {
        var line = file["provenance"]!.AsArray().Single(line => (string?)line![0] is "CPU")!;
        line[1] = $"1{((string)line[1]!)[1..]}";
    }

    private string PackOfOneCore() => Pack(
        Records[1] with
        {
            Machine = Records[1].Machine with { Fingerprint = $"1{Records[1].Machine.Fingerprint[1..]}" },
        },
        UseOneCore, all: true);

    /// <summary>Packs a record with its result files, of which the first or all are changed.</summary>
    private string Pack(ArchiveRecord record, Action<JsonNode>? change = null, bool all = false)
    {
        var results = Directory.CreateDirectory(Path.Combine(Folder, $"results-{Guid.NewGuid():N}")).FullName;
        RawPack.Unpack(Path.Combine(Archive, record.Raw!), results);
        var files = Directory.GetFiles(results, "*.json", SearchOption.AllDirectories).Order(StringComparer.Ordinal);
        foreach (var path in change is null ? [] : all ? files : files.Take(1))
        {
            var file = JsonNode.Parse(File.ReadAllText(path))!;
            change!(file);
            File.WriteAllText(path, file.ToJsonString());
        }

        return MachineBundle.Save([record with { Raw = null }], results);
    }

    private async Task<string> FindErrorsAsync(string bundle, Func<string, string?>? changeCommitted = null)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var environment = new TestbedEnvironment(stop);
        await using var load = new LoadToolRunner(stop);
        var check = new ArchiveCheck((experiments, starts) => new(
            environment, load, Folder, new MeasurementDepth(starts, null), experiments));
        return string.Join('\n', await BundleCheck.FindErrorsAsync(bundle, check, async (_, path) =>
            await File.ReadAllTextAsync(Path.Combine(Repository.Root, path), stop) is var file
                && changeCommitted is not null ? changeCommitted(file) : file));
    }
}
