namespace Studies.Tests.Claims;

public sealed class LedgerTests
{
    private static readonly string Docs = Path.Combine(Repository.Root, "docs");
    private static readonly double[] FiveStarts = [2.8, 2.9, 2.85, 2.95, 2.9];

    private static readonly Claim Example = ClaimCatalog.Library.Claims.Single(claim => claim.Id == "B2");

    [Fact]
    public void CommittedPages_ComparedWithFilesAndArchive_AreUpToDate()
    {
        var ledger = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Read());

        foreach (var (path, text) in LedgerPages.Create(ledger))
            text.ShouldBe(File.ReadAllText(Path.Combine(Repository.Root, path)), path);
    }

    [Fact]
    public void Page_OfClaims_ExplainsTheMarkOfEachVerdict()
    {
        var page = File.ReadAllText(Path.Combine(Docs, "claims.md"));

        foreach (var verdict in Enum.GetValues<Verdict>())
            page.ShouldContain($"| {verdict.GetMark()} | **{verdict.GetText()}** |");
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
    public void Row_RuleWrittenWhenMeasurementsWereKnown_SaysSoForGood()
    {
        ArchiveRecord before = CreateRecord("other"), after = CreateRecord(Example.Hash);

        new LedgerEntry(Example, [before, before, after, after]).KnownBefore.ShouldBe(2);
        new LedgerEntry(Example, [after]).KnownBefore.ShouldBe(0);
        new LedgerEntry(Example, [before]).KnownBefore.ShouldBe(0);
    }

    [Fact]
    public void Rule_OfMeasurementBeforeFilesSaidWhatRuns_IsThatOfTheFile()
    {
        var before = new Claim(Example.File with { Run = null });

        before.Hash.ShouldNotBe(Example.Hash);
        (Example with { IsTransferred = true }).HasRule(before.Hash).ShouldBeTrue();
        (Example with { IsTransferred = false }).HasRule(before.Hash).ShouldBeFalse();
        ClaimCatalog.Library.Explanations.Transferred.Keys.Except(
            ClaimCatalog.Library.Claims.Where(claim => claim.IsTransferred).Select(claim => claim.Id)).ShouldBeEmpty();
    }

    [Fact]
    public void DecidedRows_WithEstimates_HaveResultFilesOrValuesOfStarts()
    {
        var decided = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Read()).Entries
            .Where(entry => entry.Decision.Verdict
                is Verdict.Holds or Verdict.Differs or Verdict.NoLongerHolds or Verdict.CannotTell)
            .ToArray();

        decided.ShouldNotBeEmpty();
        decided.Where(entry => !HasRawData(entry.Latest!)).Select(entry => entry.Claim.Id).ShouldBeEmpty();
    }

    /// <summary>No row vanishes without a word: one that is taken out of the files is missed.</summary>
    [Fact]
    public void MeasuredRows_AreInTheLedgerOrListedAsGone()
    {
        var archive = MeasurementArchive.Read();
        var ledger = Ledger.Create(ClaimCatalog.Library, archive);

        GoneRow.FindLost(ledger, archive).ShouldBeEmpty();
        GoneRow.FindLost(ledger with { Entries = [.. ledger.Entries.Skip(1)] }, archive)
            .ShouldHaveSingleItem().ShouldStartWith(ledger.Entries[0].Claim.Id);
        GoneRow.ReadAll().Select(row => row.Id).Intersect(ledger.Entries.Select(entry => entry.Claim.Id))
            .ShouldBeEmpty();
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
        var before = File.ReadAllText(Path.Combine(Docs, "archive", "measurements.jsonl"));

        var after = MeasurementArchive.Append(before, [CreateRecord("a"), CreateRecord("b")]);

        after.ShouldStartWith(before);
        var last = MeasurementArchive.Parse(after).GetHistory("B2")[^1];
        last.RuleHash.ShouldBe("b");
        last.Metrics["ratio"].StartValues.ShouldNotBeNull().AsEnumerable().ShouldBe([2.8, 2.9, 2.85, 2.95, 2.9]);
    }

    /// <summary>The first day has the mean 2.88, and a standard deviation of 2 %.</summary>
    [Theory]
    [InlineData("2026-11-22 00:01", 2.9, true)]
    [InlineData("2026-11-22 00:01", 3.05, true)]
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

    // By hand: the logarithms of the first day have the mean 0, and the standard deviation 0.1 of three; t(2) = 4.3027.
    [Fact]
    public void MeanOfStarts_MeasuredAgain_IsComparedWithPredictionForAsManyStarts()
    {
        var replication = Replication.Create(
            CreateRecord("a", 0, -0.1, 0, 0.1), CreateRecord("a", 1, 0.3, 0.4, 0.5, 0.6, 0.2, 0.4)).ShouldNotBeNull();

        Math.Log(replication.Mean.Hi).ShouldBe(4.302653 * 0.1 * Math.Sqrt((1.0 / 3) + (1.0 / 6)), 1e-6);
        Math.Log(replication.Start.Hi).ShouldBe(4.302653 * 0.1 * Math.Sqrt((1.0 / 3) + 1), 1e-6);
        replication.IsAsPredicted.ShouldBeFalse();
        replication.StartsAsPredicted.ShouldBe(4);
    }

    [Fact]
    public void Row_MeasuredOnSeveralDays_PoolsTheStartsOfTheRuleOfToday()
    {
        ArchiveRecord[] history =
        [
            CreateRecord("changed", 0, 3, 3.1), CreateRecord(Example.Hash, 1, 1, 1.1, 1.05),
            CreateRecord(Example.Hash, 2, 1, 1.1, 1.02, 1.08), CreateRecord(Example.Hash, 2, 1.2),
        ];

        var entry = new LedgerEntry(Example, history);

        var ratio = entry.MeasuredRatio.ShouldNotBeNull();
        ratio.StartValues.ShouldNotBeNull().Select(value => Math.Log(value)).ShouldBe(
            [1, 1.1, 1.05, 1, 1.1, 1.02, 1.08], tolerance: 1e-9);
        ratio.ShouldBe(Metric.FromDays([ratio.StartValues.Take(3).ToArray(), ratio.StartValues.Skip(3).ToArray()]) with
        {
            StartValues = ratio.StartValues,
        });
        RowStarts.Format(entry).ShouldBe(
            "7 starts on 2 days until 2026-11-23 (`01234567`)");
        RowStarts.Format(new LedgerEntry(
            Example, [.. history, CreateRecord(Example.Hash) with { Machine = new("4 cores", null, null, null) }]))
            .ShouldStartWith("12 starts on 3 days and 2 kinds of processor until ");
        new LedgerEntry(Example, history[..2]).MeasuredRatio.ShouldBe(history[1].Metrics["ratio"]);
        // A rule that has changed since keeps the figure of its measurement.
        new LedgerEntry(Example, [history[1], history[0]]).MeasuredRatio.ShouldBe(history[0].Metrics["ratio"]);
    }

    [Fact]
    public void Page_OfRows_CountsThemByDaysAndVersion()
    {
        var entry = new LedgerEntry(
            Example, [CreateRecord(Example.Hash, 0, 1, 1.1), CreateRecord(Example.Hash, 1, 1, 1.1)]);
        var ledger = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Parse("")) with
        {
            Entries =
            [
                entry, new LedgerEntry(Example, [CreateRecord(Example.Hash, 0, 1, 1.1)]), new LedgerEntry(Example, []),
                new LedgerEntry(Example, [CreateRecord(Example.Hash, 2, 1, 1.1) with { Commit = "0.1.0+9876543210" }]),
            ],
        };

        RowStarts.FormatCounts(ledger.Entries, ledger).ShouldBe("Of 3 rows with a measurement, 1 pool the starts of "
            + "several days, and 2 have those of one day. The latest measurement of 2 is older than the newest "
            + "version that measured (`98765432`, 2026-11-23).");
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

    private static ArchiveRecord CreateRecord(string hash, int day, params double[] logs) => CreateRecord(hash) with
    {
        Date = $"2026-11-{21 + day} 12:00",
        Metrics = new Dictionary<string, Metric>
        {
            [LedgerEntry.Ratio] = Metric.FromStarts(logs.Select(log => Math.Exp(log))),
        },
    };

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
