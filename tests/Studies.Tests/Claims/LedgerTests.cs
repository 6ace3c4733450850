namespace Studies.Tests.Claims;

public sealed class LedgerTests
{
    private static readonly string Docs = Path.Combine(Repository.Root, "docs");
    private static readonly double[] FiveStarts = [2.8, 2.9, 2.85, 2.95, 2.9];

    private static readonly Claim Example = ClaimCatalog.Library.Claims.Single(claim => claim.Id == "B2");

    [Fact]
    public void CommittedPages_ComparedWithFilesAndArchive_AreUpToDate()
    {
        var ledger = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse(ReadArchive()));

        foreach (var (path, text) in LedgerPages.Create(ledger))
            text.ShouldBe(File.ReadAllText(Path.Combine(Repository.Root, path)), path);
    }

    [Fact]
    public void Row_RuleChangedAfterMeasurement_SaysSoWithBothVerdicts()
    {
        var decision = new LedgerEntry(Example, [CreateRecord("changed", 4) with { Verdict = "differs" }]).Decision;

        decision.Verdict.ShouldBe(Verdict.ChangedAfterData);
        decision.Explanation.ShouldBe("the verdict before was: differs; by the rule of today: holds");
        new LedgerEntry(Example, [CreateRecord(Example.Hash, 4)]).Decision.Verdict.ShouldBe(Verdict.Holds);
    }

    [Fact]
    public void Rule_OfMeasurementBeforeFilesSaidWhatRuns_IsThatOfTheFile()
    {
        var before = new Claim(Example.File with { Run = null });

        before.Hash.ShouldNotBe(Example.Hash);
        Example.HasRule(before.Hash).ShouldBeTrue();
        new Claim(before.File with { Design = before.File.Design! with { Starts = 3 } }).HasRule(Example.Hash)
            .ShouldBeFalse();
    }

    [Fact]
    public void DecidedRows_WithEstimates_HaveResultFilesOrValuesOfStarts()
    {
        var decided = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse(ReadArchive())).Entries
            .Where(entry => entry.Decision.Verdict
                is Verdict.Holds or Verdict.Differs or Verdict.NoLongerHolds or Verdict.CannotTell)
            .ToArray();

        decided.ShouldNotBeEmpty();
        decided.Where(entry => !HasRawData(entry.Latest!)).Select(entry => entry.Claim.Id).ShouldBeEmpty();
    }

    [Fact]
    public void Hash_OfChangedCriterion_IsAnotherAndOfChangedWordsTheSame()
    {
        var text = File.ReadAllText(Path.Combine(Docs, "claims", "A5.yaml"));

        Claim.Parse("A5.yaml", text.Replace("ratio >= 61", "ratio >= 60", StringComparison.Ordinal)).Hash
            .ShouldNotBe(Claim.Parse("A5.yaml", text).Hash);
        Claim.Parse("A5.yaml", text.Replace("Time to des", "The time to des", StringComparison.Ordinal)).Hash
            .ShouldBe(Claim.Parse("A5.yaml", text).Hash);
    }

    [Fact]
    public void Archive_RecordsAppended_KeepsLinesAndCanBeReadAgain()
    {
        var before = ReadArchive();

        var after = MeasurementArchive.Append(before, [CreateRecord("a"), CreateRecord("b")]);

        after.ShouldStartWith(before);
        var last = MeasurementArchive.Parse(after).GetHistory("B2")[^1];
        last.RuleHash.ShouldBe("b");
        last.Metrics["ratio"].StartValues.ShouldNotBeNull().AsEnumerable().ShouldBe([2.8, 2.9, 2.85, 2.95, 2.9]);
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
    public void RatioOfEarlierDay_SameFile_IsDue()
    {
        string[] FindDue(string hash, int day) => Ledger
            .Create(ClaimCatalog.Library, new MeasurementArchive([CreateRecord(hash)]))
            .FindDue(new DateOnly(2026, 11, day));

        FindDue(Example.Hash, 22).ShouldBe(["B2"]);
        FindDue(Example.Hash, 21).ShouldBeEmpty();
        FindDue("changed", 22).ShouldBeEmpty();
    }

    private static bool HasRawData(ArchiveRecord record) => record.Raw is { } pack
        ? File.Exists(Path.Combine(Docs, "archive", pack))
        : record.Metrics.Values.All(metric => metric.IsExact || metric.StartValues is not null);

    private static string ReadArchive() => File.ReadAllText(Path.Combine(Docs, "archive", "measurements.jsonl"));

    /// <summary>Creates a record of a row whose file has this hash, with so many times five starts.</summary>
    internal static ArchiveRecord CreateRecord(string hash, int repeats = 1) => new()
    {
        Claim = "B2",
        RuleHash = hash,
        Verdict = "holds",
        Date = "2026-11-21 12:00",
        Commit = "0.1.0+0123456789",
        Machine = new MachineRecord("2 cores", null, null, null),
        Metrics = new Dictionary<string, Metric>
        {
            ["ratio"] = Metric.FromStarts(Enumerable.Repeat(FiveStarts, repeats).SelectMany(starts => starts)),
        },
        Figures = "",
        Previous = null,
    };
}
