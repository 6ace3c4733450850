using Studies.Claims;
using Studies.Claims.Archive;
using Studies.Claims.Catalog;
using Studies.Claims.Criteria;
using Studies.Claims.Files;

namespace Studies.Tests.Claims;

/// <summary>Tests the ledger, which follows from the claim files and the archive.</summary>
public sealed class LedgerTests
{
    private static readonly string Docs = Path.Combine(Repository.Root, "docs");
    private static readonly Claim Example = ClaimCatalog.Library.Claims.Single(claim => claim.Id == "B2");

    private static readonly Dictionary<string, Metric> WithoutValues =
        new() { ["ratio"] = new Metric(2.9, 2.8, 3) { Starts = 5 } };

    [Fact]
    public void CommittedPages_ComparedWithFilesAndArchive_AreUpToDate()
    {
        var ledger = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse(ReadArchive()));

        LedgerMarkdown.Format(ledger).ShouldBe(File.ReadAllText(Path.Combine(Docs, "claims.md")));
        LedgerPicture.Format(ledger.Select(questions: false))
            .ShouldBe(File.ReadAllText(Path.Combine(Docs, "claims.svg")));
        LedgerMarkdown.FormatQuestions(ledger).ShouldBe(File.ReadAllText(Path.Combine(Docs, "questions.md")));
        LedgerJson.Format(ledger).ShouldBe(File.ReadAllText(Path.Combine(Docs, "claims.json")));
    }

    [Fact]
    public void Row_FileUnchangedSinceMeasurement_HasVerdict() =>
        new LedgerEntry(Example, [CreateRecord(Example.Hash)]).Decision.Verdict.ShouldBe(Verdict.Holds);

    [Fact]
    public void Row_FileChangedAfterMeasurement_SaysSoWithOldVerdict()
    {
        var decision = new LedgerEntry(Example with { Hash = "changed" }, [CreateRecord(Example.Hash)]).Decision;

        decision.Verdict.ShouldBe(Verdict.ChangedAfterData);
        decision.Explanation.ShouldBe("the verdict before was: holds");
    }

    /// <summary>
    /// Whoever doubts a ratio needs the values of the starts. A count needs no more than the count.
    /// </summary>
    [Fact]
    public void DecidedRows_WithEstimates_HaveResultFilesOrValuesOfStarts()
    {
        var decided = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse(ReadArchive())).Entries
            .Where(entry => entry.Decision.Verdict
                is Verdict.Holds or Verdict.Differs or Verdict.NoLongerHolds or Verdict.CannotTell)
            .ToArray();

        decided.ShouldNotBeEmpty();
        decided.Where(entry => !HasRawData(entry.Latest!)).Select(entry => entry.Claim.Id).ShouldBeEmpty();
        HasRawData(CreateRecord("a")).ShouldBeTrue();
        HasRawData(CreateRecord("a") with { Metrics = WithoutValues }).ShouldBeFalse();
    }

    [Fact]
    public void ValuesOfStarts_Archived_CanBeReadAgain() => MeasurementArchive
        .Parse(MeasurementArchive.Append("", [CreateRecord("a")])).Records[0].Metrics["ratio"].StartValues
        .ShouldNotBeNull().AsEnumerable().ShouldBe([2.8, 2.9, 2.85, 2.95, 2.9]);

    [Fact]
    public void Hash_OfChangedCriterion_IsAnother()
    {
        var text = File.ReadAllText(Path.Combine(Docs, "claims", "A5.yaml"));

        Claim.Parse("A5.yaml", text.Replace("ratio >= 61", "ratio >= 60", StringComparison.Ordinal)).Hash
            .ShouldNotBe(Claim.Parse("A5.yaml", text).Hash);
        Claim.Parse("A5.yaml", text.ReplaceLineEndings("\r\n")).Hash.ShouldBe(Claim.Parse("A5.yaml", text).Hash);
    }

    [Fact]
    public void Archive_LineChangedOrRemoved_IsRefused()
    {
        var lines = ReadArchive().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string[] removed = [.. lines[..3], .. lines[4..]];
        var other = lines[3].Replace("\"verdict\":\"", "\"verdict\":\"un", StringComparison.Ordinal);
        string[] changed = [.. lines[..3], other, .. lines[4..]];

        lines.Length.ShouldBeGreaterThan(50);
        Should.Throw<FormatException>(() => MeasurementArchive.Parse(string.Join('\n', removed)));
        Should.Throw<FormatException>(() => MeasurementArchive.Parse(string.Join('\n', changed)));
    }

    [Fact]
    public void Archive_RecordsAppended_KeepsLinesAndCanBeReadAgain()
    {
        var before = ReadArchive();

        var after = MeasurementArchive.Append(before, [CreateRecord("a"), CreateRecord("b")]);

        after.ShouldStartWith(before);
        MeasurementArchive.Parse(after).GetHistory("B2")[^1].FileHash.ShouldBe("b");
    }

    [Theory]
    [InlineData("2026-11-22 00:01", 2.9, true)]
    [InlineData("2026-11-22 00:01", 4.0, false)]
    [InlineData("2026-11-21 23:59", 2.9, null)]
    public void Ratio_MeasuredAgain_IsComparedWithPredictionOfEarlierDay(string date, double ratio, bool? isAsPredicted)
    {
        var again = CreateRecord(Example.Hash) with
        {
            Date = date,
            Metrics = new Dictionary<string, Metric> { ["ratio"] = Metric.Once(ratio) },
        };

        var replication =
            new LedgerEntry(Example, [CreateRecord(Example.Hash), again]).Replications.SingleOrDefault();

        (replication?.IsAsPredicted).ShouldBe(isAsPredicted);
        new LedgerEntry(Example, [CreateRecord("changed"), again]).Replications.ShouldBeEmpty();
    }

    [Fact]
    public void Pages_WithRatiosMeasuredAgain_CountThoseOutsideOfPrediction()
    {
        ArchiveRecord CreateAgain(double ratio) => CreateRecord(Example.Hash) with
        {
            Date = "2026-11-23 12:00",
            Metrics = new Dictionary<string, Metric> { ["ratio"] = Metric.FromStarts([ratio, ratio * 1.01]) },
        };
        Ledger CreateLedger(params ArchiveRecord[] records) =>
            Ledger.Create(ClaimCatalog.Library, new MeasurementArchive(records));

        var ledger = CreateLedger(CreateRecord(Example.Hash), CreateAgain(2.9), CreateAgain(4) with
        {
            Date = "2026-11-24 12:00",
        });

        LedgerMarkdown.Format(CreateLedger()).ShouldContain("No ratio has been measured again");
        LedgerMarkdown.Format(ledger).ShouldContain("1 of 2 ratios lie in the interval");
        LedgerMarkdown.Format(ledger).ShouldContain("of their single starts, 2 of 4 lie in it");
        LedgerMarkdown.Format(ledger).ShouldContain("**outside** the predicted");
    }

    [Fact]
    public void Page_RowWithSeveralMetrics_ShowsEachEstimate()
    {
        var record = CreateRecord("changed") with
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["at_1"] = Metric.FromStarts([2.8, 2.9, 2.85]),
                ["counted"] = Metric.Exact(3),
                ["at_50"] = Metric.Once(4),
            },
        };

        LedgerMarkdown.Format(Ledger.Create(ClaimCatalog.Library, new MeasurementArchive([record])))
            .ShouldContain("| `at_1` 2.85 [2.73, 2.98]<br>`at_50` 4.00 |");
    }

    [Fact]
    public void Pages_RowWithErratum_ShowIt()
    {
        var library = ClaimCatalog.Library with
        {
            Explanations = ClaimCatalog.Library.Explanations with
            {
                Errata = new Dictionary<string, string> { ["B2"] = "Two figures are swapped." },
            },
        };

        var ledger = Ledger.Create(library, new MeasurementArchive([CreateRecord(Example.Hash)]));

        LedgerMarkdown.Format(ledger).ShouldContain("**Erratum**, found after the measurement: Two figures are swapped.");
        LedgerMarkdown.Format(ledger).ShouldContain("● **holds**<br>an erratum is below |");
        LedgerJson.Format(ledger).ShouldContain("\"erratum\": \"Two figures are swapped.\"");
    }

    [Fact]
    public void ErrataAndExplanations_Committed_AreOfKnownClaims()
    {
        var (ids, texts) = (ClaimCatalog.Library.Claims.Select(claim => claim.Id), ClaimCatalog.Library.Explanations);

        texts.Errata.ShouldNotBeEmpty();
        texts.Errata.Keys.Concat(texts.Explanations.Keys).Except(ids).ShouldBeEmpty();
    }

    [Fact]
    public void RatioOfEarlierDay_SameFile_IsDue()
    {
        string[] FindDue(string hash, int day) => Ledger
            .Create(ClaimCatalog.Library, new MeasurementArchive([CreateRecord(hash)]))
            .FindDue(new DateOnly(2026, 11, day));

        FindDue(Example.Hash, 22).ShouldBe(["B2"]);
        FindDue(Example.Hash, 21).ShouldBeEmpty();
        FindDue("changed", 22).ShouldBeEmpty();
    }

    private static bool HasRawData(ArchiveRecord record) => record.Raw is { } folder
        ? Directory.GetFiles(Path.Combine(Docs, "archive", folder)) is not []
        : record.Metrics.Values.All(metric => metric.IsExact || metric.StartValues is not null);

    private static string ReadArchive() => File.ReadAllText(Path.Combine(Docs, "archive", "measurements.jsonl"));

    private static ArchiveRecord CreateRecord(string hash) => new()
    {
        Claim = "B2",
        FileHash = hash,
        Verdict = "holds",
        Date = "2026-11-21 12:00",
        Commit = "0.1.0+0123456789",
        Machine = new MachineRecord("2 cores", null, null, null),
        Metrics = new Dictionary<string, Metric> { ["ratio"] = Metric.FromStarts([2.8, 2.9, 2.85, 2.95, 2.9]) },
        Figures = "",
        Previous = null,
    };
}
