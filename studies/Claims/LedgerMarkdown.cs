namespace Studies.Claims;

/// <summary>Formats the ledger of publications as a Markdown page.</summary>
internal static partial class LedgerMarkdown
{
    private static readonly (Verdict Verdict, string Meaning)[] VerdictMeanings =
    [
        (Verdict.Holds, "all conditions under *holds* are met"),
        (Verdict.Differs, "the effect has the published direction, but is much smaller or larger"),
        (Verdict.NoLongerHolds, "neither the conditions of *holds* nor those of *differs* are met here and today"),
        (Verdict.CannotTell, "the intervals leave more than one verdict open, or there are too few process starts"),
        (Verdict.ChangedAfterData,
            "the rule was changed when the last measurement was already known"),
        (Verdict.NotMeasured, "the row says why"),
        (Verdict.NotComparable, "what can be measured here is not what the publication measured"),
        (Verdict.Baseline, "other rows are relative to it"),
    ];

    public static string Format(Ledger all)
    {
        var ledger = all.Select(questions: false);
        var page = new StringBuilder("# Claims, measured again\n\n");
        page.Append("Four publications made these claims. Each claim has a [file](claims/) that says how it is ");
        page.Append("measured and which result gives which verdict; each publication has ");
        page.Append("[a list](sources/) of all its statements. ");
        var known = ledger.Entries.Count(entry => entry.KnownBefore > 0);
        page.Append($"The files were written on 2026-11-21 and 22; {known} rules were written or changed when an ");
        page.Append("earlier measurement of the row was known, and these rows say so. If the rule of a row changes ");
        page.Append("after its measurement, the row says *changed ");
        page.Append("after data* until it is measured again, or *not comparable* if the new file declares that, and ");
        page.Append($"[its history]({HistoryMarkdown.Path}) keeps the earlier verdicts. All measurements ever ");
        page.AppendLine("published are in [the archive](archive/measurements.jsonl), with their result files.\n");
        page.AppendLine($"Verdicts of measured claims: **{FormatCounts(ledger)}. {FormatReplications(ledger)} "
            + $"{RowStarts.FormatCounts(ledger.Entries, all)}\n");
        page.AppendLine("![The published ratio of each claim, and the measured one with its interval](claims.svg)\n");
        page.AppendLine(LedgerPicture.FormatCaption(ledger));
        if (all.Entries.Any(MachinesPicture.IsDrawn))
            page.AppendLine("\n![The ratio of each machine, with its interval](machines.svg)");
        AppendGuide(page);
        foreach (var source in ledger.Library.Sources)
            AppendSource(page, ledger, source);
        return page.ToString().ReplaceLineEndings("\n");
    }

    // Only what was measured counts. A row that could hardly fail is shown, and named.
    private static string FormatCounts(Ledger ledger)
    {
        var kinds = ledger.Entries.ToLookup(entry => ledger.Library.GetKind(entry.Claim.Id));
        var counts = VerdictMeanings
            .Where(rule => rule.Verdict is not (Verdict.NotComparable or Verdict.Baseline))
            .Select(rule => (
                rule.Verdict,
                Count: kinds[RowKind.Measured].Count(one => one.Decision.Verdict == rule.Verdict)))
            .Where(rule => rule.Count > 0)
            .Select(rule => $"{rule.Verdict.GetText()} {rule.Count}");
        return $"{string.Join(" · ", counts)}.** Not counted are {kinds[RowKind.Check].Count()} tests of documented "
            + $"behaviour and {kinds[RowKind.ByConstruction].Count()} rows that their design decides. We chose these "
            + "rows after we knew their verdicts";
    }

    public static string FormatReplications(Ledger ledger)
    {
        Replication[] replications = [.. ledger.Entries.SelectMany(entry => entry.Replications)];
        return replications is []
            ? "No ratio has been measured again on a later day with its claim file unchanged."
            : $"{replications.Length} measurements repeat one of an earlier day by the same rule. In "
                + $"{replications.Count(replication => replication.IsAsPredicted)} of them, the mean is in the 95 % "
                + "range that the earlier one predicts, and of their "
                + $"{replications.Sum(replication => replication.Starts.Count)} single starts, "
                + $"{replications.Sum(replication => replication.StartsAsPredicted)} are in the range that it predicts "
                + "for one start. Some of these rules have changed since.";
    }

    private static void AppendGuide(StringBuilder page)
    {
        page.AppendLine("\n## How to read the tables\n");
        page.AppendLine("""
            Machines have changed, so rates cannot be compared across ten years. **The ratio inside a claim can.**
            Its interval is a 95 % interval over the process starts of all days on which the row was measured by its
            rule of today ([method](method.md#3-statistics)). A verdict is decided by the whole interval and
            never by the estimate inside it: what cannot be told apart from a limit is *cannot tell*. Each
            row is decided alone, at 95 %: of twenty rows, one may get a wrong verdict by chance. A row *as
            published* repeats the program or the statistic of the source; a row *mended* measures what the source
            set out to show. The file of a row has what is run, the rule, and what is not held equal; the words of
            the publication are in [the lists of statements](sources/). `make claim ID=A5` measures a row and the rows
            of the same experiment, and writes to `results/`; `PUBLISH=1` publishes. `make verify` computes every
            published measurement again from its result files.

            Where a ratio was published, *holds* usually reaches from half of the published effect to one and a half
            times that effect, in logarithms (for 4 times: from 2 to 8). Where more was published, it reaches from
            half of the ratio to twice the ratio, even where `smallest_effect` in the file says half of the effect.
            *Differs* usually reaches down to a tenth of the published effect, in logarithms. A row with fewer than
            ten starts has as many as its rule asks for, or says why not. *One machine* means that no other machine
            has measured the row (`make machine`). Times are UTC.

            A first series of A1 to A3b of 2026-11-25 was stopped after nine starts and discarded: with 4 s of
            warm-up for each variant, `webclient-sync` still became faster while it was measured, and the ratio of A2
            fell from 1.18 to 1.07.

            | mark | verdict | meaning |
            |---|---|---|
            """);
        foreach (var (verdict, meaning) in VerdictMeanings)
            page.AppendLine($"| {verdict.GetMark()} | **{verdict.GetText()}** | {meaning} |");
    }

    private static void AppendSource(StringBuilder page, Ledger ledger, PublicationClaims source)
    {
        var publication = source.Publication;
        var title = publication.Url is { } url ? $"[{publication.Title}]({url})" : publication.Title;
        page.AppendLine($"\n## {publication.Letter}. {publication.Name}: {publication.Subject}\n\n*{title}*\n");
        page.AppendLine("| id | claim | published | measured [95 % interval] | verdict |\n|---|---|--:|--:|---|");
        foreach (var entry in ledger.GetEntries(source))
        {
            var file = entry.Claim.File;
            page.AppendLine($"| <a id=\"{file.Id.ToLowerInvariant()}\"></a>[**{file.Id}**](claims/{file.Id}.yaml) "
                + $"| {file.Statement}{FormatEdition(file.Edition)} "
                + $"| {FormatRatio(file.Published.GetRatio())}{FormatSmall(file.Published.Figures)} "
                + $"| {FormatMeasured(entry)}{FormatSmall(RowStarts.Format(entry), FormatFigures(entry))}"
                + $"{FormatSmall(RowMachines.Format(entry))} "
                + $"| {FormatVerdict(ledger, entry)} |");
        }

        AppendLeftOut(page, source);
    }

    /// <summary>Appends what of a publication has no row.</summary>
    public static void AppendLeftOut(StringBuilder page, PublicationClaims source)
    {
        page.AppendLine($"\n### Left out of {source.Publication.Letter}\n");
        foreach (var left in source.Publication.LeftOut)
            page.AppendLine($"- {left.Statement}: {left.Reason}");
        if (source.Statements is { Statements: var statements })
        {
            page.AppendLine($"Of {statements.Count} statements, {statements.Count(one => one.LeftOut is not null)} "
                + $"have no row. [The list](sources/{source.Publication.Id}.yaml) gives the reason for each.");
        }
    }

    private static string? FormatKind(RowKind kind) => kind switch
    {
        RowKind.Check => "a test of documented behaviour",
        RowKind.ByConstruction => "decided by its design",
        _ => null,
    };

    /// <summary>Links to the erratum of a row; null if there is none.</summary>
    public static string? FormatErratum(Ledger ledger, LedgerEntry entry) =>
        ledger.Library.GetErratum(entry.Claim.Id) is null
            ? null
            : $"[an erratum]({HistoryMarkdown.Path}#{entry.Claim.Id.ToLowerInvariant()})";

    private static string? FormatKnown(int measurements) => measurements switch
    {
        0 => null,
        1 => "rule written after a measurement",
        _ => $"rule written after {measurements} measurements",
    };

    private static string FormatEdition(Edition edition) => edition switch
    {
        Edition.AsPublished => " (*as published*)",
        Edition.Mended => " (*mended*)",
        _ => "",
    };

    private static string FormatRatio(double? ratio) =>
        ratio is { } value ? $"**{LedgerNumbers.FormatRatio(value)}**" : "";

    // A count needs no interval, and stands in the figures below.
    private static string FormatMeasured(LedgerEntry entry) => entry switch
    {
        { MeasuredRatio: { } ratio } =>
            $"{FormatRatio(ratio.Value)} {LedgerNumbers.FormatInterval(ratio)}".Trim(),
        { Metrics: { } metrics } => string.Join("<br>", metrics.Where(metric => !metric.Value.IsExact)
            .Select(metric =>
                $"{LedgerNumbers.Format(metric.Value)}: {entry.Claim.File.Metrics[metric.Key]}")),
    };

    /// <summary>Formats small text below a figure, of parts that may be null or empty.</summary>
    public static string FormatSmall(params IEnumerable<string?> parts) =>
        string.Join("; ", parts.Where(part => part is { Length: > 0 })) is { Length: > 0 } text
            ? $"<br><sub>{text}</sub>"
            : "";

    /// <summary>Formats the figures of a row; those of several starts are of the last one.</summary>
    public static string? FormatFigures(LedgerEntry entry) =>
        entry.Latest is { } latest ? LastStartPattern().Replace(latest.Figures, "last start: ") : null;

    private static string FormatVerdict(Ledger ledger, LedgerEntry entry)
    {
        var (verdict, explanation) = entry.Decision;
        string?[] texts =
        [
            FormatKind(ledger.Library.GetKind(entry.Claim.Id)), explanation,
            ledger.Library.GetExplanation(entry.Claim.Id, verdict),
            FormatKnown(entry.KnownBefore), FormatErratum(ledger, entry),
        ];
        return $"{verdict.GetMark()} **{verdict.GetText()}**"
            + string.Concat(texts.OfType<string>().Select(text => $"<br>{text}"));
    }

    [GeneratedRegex(@"^in the last (of \d+ starts|start) ", RegexOptions.ExplicitCapture)]
    private static partial Regex LastStartPattern();
}
