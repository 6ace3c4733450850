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
        decision.Explanation.ShouldBe("the previous verdict was: differs");
        new LedgerEntry(Example, [CreateRecord(Example.Hash, 4)]).Decision.Verdict.ShouldBe(Verdict.Holds);
    }

    [Fact]
    public void DecidedRows_WithEstimates_HaveResultFilesOrValuesOfStarts()
    {
        var decided = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Read()).Entries
            .Where(entry => entry.Decision.Verdict
                is Verdict.Holds or Verdict.Differs or Verdict.NoLongerHolds or Verdict.CannotTell)
            .ToArray();

        decided.Where(entry => !HasRawData(entry.Latest!)).Select(entry => entry.Claim.Id).ShouldBeEmpty();
    }

    /// <summary>No row vanishes without a word: one that is taken out of the files is missed.</summary>
    [Fact]
    public void MeasuredRows_AreInTheLedgerOrListedAsGone()
    {
        var archive = MeasurementArchive.Read();
        var ledger = Ledger.Create(ClaimCatalog.Library, archive);

        GoneRow.FindLost(ledger, archive).ShouldBeEmpty();
        GoneRow.FindLost(ledger with { Entries = [] }, new MeasurementArchive([CreateRecord(Example.Hash)]))
            .ShouldHaveSingleItem().ShouldStartWith(Example.Id);
        GoneRow.ReadAll().Select(row => row.Id).Intersect(ledger.Entries.Select(entry => entry.Claim.Id))
            .ShouldBeEmpty();
    }

    [Fact]
    public void Hash_OfChangedCriterion_IsAnotherAndOfChangedWordsTheSame()
    {
        var text = File.ReadAllText(Path.Combine(Docs, "claims", "A5.yaml"));
        var question = File.ReadAllText(Path.Combine(Docs, "claims", "Q1.yaml"));

        var changed = question.Replace("smallest_effect: 0.1", "smallest_effect: 0.3", StringComparison.Ordinal);
        Claim.Parse("Q1.yaml", changed).Hash.ShouldNotBe(Claim.Parse("Q1.yaml", question).Hash);
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

    /// <summary>
    /// By hand: two series of three, with the standard deviation 0.1 each, and the means 0 and 0.3, so that the mean is
    /// 0.15, and its error 0.1 √(1/6 + 0.15 / 2), with four degrees of freedom: t = 2.776445.
    /// </summary>
    [Fact]
    public void Row_MeasuredInTwoSeries_PoolsThemInACellForEachProcessor()
    {
        ArchiveRecord[] history =
        [
            CreateRecord("changed", 0, 5, 6) with { RunHash = "another run" },
            CreateRecord(Example.Hash, 1, -0.1, 0, 0.1), CreateRecord(Example.Hash, 2, 0.2, 0.3, 0.4),
            CreateRecord(Example.Hash, 2, 1, 1.1, 1.2) with { Machine = new("4 × Other, Linux", ".NET", null) },
        ];

        var ratio = new LedgerEntry(Example, history[..3]).MeasuredRatio.ShouldNotBeNull();

        Math.Log(ratio.Value).ShouldBe(0.15, 1e-9);
        Math.Log(ratio.Hi!.Value).ShouldBe(0.15 + (2.776445 * 0.1 * Math.Sqrt((1.0 / 6) + 0.075)), 1e-6);
        (ratio.Series, ratio.Starts).ShouldBe((2, 6));
        var both = new LedgerEntry(Example, history);
        both.Cells.Select(cell => cell.Processor).ShouldBe(["2 × Some", "4 × Other"]);
        both.MeasuredRatio!.Lo.ShouldBe(ratio.Lo);
        Math.Log(both.MeasuredRatio.Hi!.Value).ShouldBeGreaterThan(1.2);
        LedgerTable.FormatProcessors(both, ["Some", "Third"]).ShouldBe("2 × Some<br>4 × Other<br>*Third: not measured*");
        LedgerTable.FormatStarts(new LedgerEntry(Example, history[..3]))
            .ShouldBe("6 starts in 2 series, the newest on 2026-11-23 (`01234567`)");
        // A cell with all starts of the design decides alone, until the other one has them, too.
        var wanted = Example with { File = Example.File with { Design = Example.File.Design with { Starts = 6 } } };
        new LedgerEntry(wanted, history).MeasuredRatio!.Hi.ShouldBe(ratio.Hi);
        // Another build of the services begins a cell of its own.
        new LedgerEntry(Example, [.. history[..2], history[2] with { Build = "newer" }])
            .MeasuredRatio!.Starts.ShouldBe(3);
    }

    /// <summary>Hosts of different speed have the same name: what is true of the mean is true of neither.</summary>
    [Fact]
    public void Row_MeasuredWithTwoKernels_IntervalCoversBothHosts()
    {
        ArchiveRecord[] hosts =
        [
            CreateRecord(Example.Hash, 1, -0.1, 0, 0.1) with { Machine = CreateHost("6.1") },
            CreateRecord(Example.Hash, 2, 0.9, 1, 1.1) with { Machine = CreateHost("6.2") },
        ];

        var entry = new LedgerEntry(Example, hosts);

        var ratio = entry.MeasuredRatio.ShouldNotBeNull();
        Math.Log(ratio.Value).ShouldBe(0.5, 1e-9);
        (ratio.Lo, ratio.Hi).ShouldBe((hosts[0].Metrics["ratio"].Lo, hosts[1].Metrics["ratio"].Hi));
        (ratio.Series, ratio.Starts).ShouldBe((2, 6));
        LedgerTable.FormatStarts(entry).ShouldBe("6 starts in 2 series, the newest on 2026-11-23 (`01234567`), "
            + "by kernel 6.1 1.00 [0.741, 1.35] and 6.2 2.72 [2.02, 3.67]");
        // One start has no interval, so that nothing is known of where its host lies.
        var third = CreateRecord(Example.Hash, 3, 5) with { Machine = CreateHost("6.3") };
        new LedgerEntry(Example, [.. hosts, third]).MeasuredRatio!.Lo.ShouldBeNull();

        static MachineRecord CreateHost(string kernel) => new($"2 × Some, Linux, kernel {kernel}, X64", ".NET", null);
    }

    // Two rows whose series differ by nothing, and by ten times what starts do: the mean share is far above the least.
    [Fact]
    public void Series_ThatDifferMoreThanStarts_WidenAllIntervals()
    {
        IReadOnlyList<double[]> equal = [[-0.1, 0, 0.1], [-0.1, 0, 0.1]], apart = [[-0.1, 0, 0.1], [0.9, 1, 1.1]];

        SeriesVariance.Estimate([equal]).ShouldBe(SeriesVariance.LeastShare);
        SeriesVariance.Estimate([equal, apart]).ShouldBe((((1.5 / 0.01) - 1) / 3 + ((0 - 1) / 3.0)) / 2, 1e-9);
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
        RunHash = Example.RunHash,
        Build = "services",
        Verdict = "holds",
        Date = "2026-11-21 12:00",
        Commit = "0.1.0+0123456789",
        Machine = new MachineRecord("2 × Some, Linux", ".NET 10", null),
        Metrics = new Dictionary<string, Metric>
        {
            ["ratio"] = Metric.FromStarts(Enumerable.Repeat(FiveStarts, repeats).SelectMany(starts => starts)),
        },
        Figures = "",
        Previous = null,
    };
}
