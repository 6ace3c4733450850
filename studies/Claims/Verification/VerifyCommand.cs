namespace Studies.Claims.Verification;

/// <summary>
/// Computes again what this repository says, as far as it keeps the result files: the measurements of the archive, the
/// pages, tables and pictures that follow from results, the figures of essays, and the quotations of publications.
/// </summary>
internal sealed class VerifyCommand : StudyCommand
{
    private static readonly string Archive = ProgramLocator.GetPath("docs", "archive");

    private readonly Option<string> _sources = StudyOptions.CreateText(
        "--sources", "FOLDER", "The folder with the texts of the publications, to compare the quotations with.");

    private readonly Option<string> _head = StudyOptions.CreateText(
        "--head", "HASH", "The head (a hash) that was published with a release, to find what was changed since.");

    public VerifyCommand()
        : base(
            "verify", "Checks that the archive, the pages and their figures follow from the result files.", rounds: null)
    {
        Add(_sources);
        Add(_head);
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        var check = new ArchiveCheck(context.Environment, context.LoadRunner);
        var stop = context.Environment.StopToken;
        CheckHead(context.Arguments.GetValue(_head), checks);
        var ledger = await CheckArchiveAsync(check, checks, stop);
        Add(checks, "pages of results follow from their JSON files, and these from their samples",
            await ResultPages.FindErrorsAsync(stop));
        Add(checks, "generated files follow from the results", LedgerPages.Create(ledger)
            .Concat(GenerateCommand.CreateFiles()).Where(file => ResultPages.Read(file.Path) != file.Text)
            .Select(file => $"{file.Path} differs from what its results give. Run make generate"));
        Add(checks, "figures of pages are those of their results", EssayFigures.FindAllErrors());
        PublicationClaims[] sources = [.. ledger.Library.Sources.Where(source => !source.Publication.AreQuestions)];
        var count = sources.Sum(source => source.Statements!.Statements.Count);
        Add(checks, $"{count} statements of publications are rows of the ledger, or left out with a reason",
            sources.SelectMany(source => source.Statements!.FindErrors(source.Claims)));
        Add(checks, $"{count} quotations are found in the texts of the publications",
            context.Arguments.GetValue(_sources) is { } folder
                ? sources.SelectMany(source => source.Statements!.FindMissing(folder)) : null, "no SOURCES");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    // The head has two parts: that of the archive, to which lines are added, and the hash of the words of all pages.
    private static void CheckHead(string? given, CheckReporter checks)
    {
        var (chain, pages) = (ResultPages.Read(ResultChain.Path), ResultPages.HashPages());
        Console.WriteLine($"  head {Hashing.Hash(chain)}-{pages}");
        if (given?.Split('-') is not [var archive, .. var words])
        {
            Console.WriteLine("  – not compared with a release: only its head (HEAD=hash) shows whether a result and "
                + "the pages that follow from it were changed together");
            return;
        }

        var added = ResultChain.CountAddedSince(chain, archive);
        Add(checks, $"the archive has all lines that it had at the head, and {added} more", added is not { } lines
            ? ["the archive never had this head"]
            : ResultChain.FindChanges(
                chain, lines, ResultPages.ComputeHashes(), ResultPages.Read(ResultChain.Measurements))
                .Except(GoneRow.ReadAll().Select(row => $"rule of {row.Id}"))
                .Select(path => $"{path} was changed after this head"));
        Add(checks, "pages have the words that they had at the head",
            added is not 0 || words is not [var hash] ? null : hash == pages ? []
                : ["their hash differs from that at the head"],
            "measurements were added since, or the head has no part for the pages");
    }

    private static async Task<Ledger> CheckArchiveAsync(
        ArchiveCheck check, CheckReporter checks, CancellationToken stop)
    {
        foreach (var path in (string[])[ResultChain.Measurements, ResultChain.Path])
        {
            var versions = await ArchiveHistory.ReadVersionsAsync(path, stop);
            Add(checks, $"{path} still begins with each of its {versions.Count} versions in git",
                versions is [] ? null : ArchiveHistory.FindErrors(ResultPages.Read(path), versions),
                "the history in git is incomplete");
        }

        var archive = MeasurementArchive.Parse(ResultPages.Read(ResultChain.Measurements));
        Add(checks, "each pack of result files belongs to a measurement", RawPack.FindAll(Archive)
            .Select(pack => $"raw/{Path.GetFileName(pack)}")
            .Except(archive.Records.Select(record => record.Raw).OfType<string>())
            .Select(pack => $"{pack} belongs to none"));
        var ledger = Ledger.Create(ClaimCatalog.Library, archive);
        Add(checks, "each measured row is in the ledger, or says why it is gone", GoneRow.FindLost(ledger, archive));
        Add(checks, "each measured row still has the rule by which it was judged", ledger.Entries
            .Where(entry => entry.HasChangedSince).Select(entry => $"the rule of {entry.Claim.Id} was changed"));
        var errors = new List<string>();
        foreach (var (entry, record) in ledger.Entries.SelectMany(one => one.History, ValueTuple.Create))
        {
            errors.AddRange((await check.CheckAsync(record, entry.Claim, Archive))
                .Select(error => $"{record.Claim}: {error}"));
        }

        Add(checks, $"{ledger.Entries.Sum(entry => entry.History.Count)} measurements of the ledger follow from their "
            + "result files", errors);
        return ledger;
    }

    // Without errors to look at, the text was not checked.
    private static void Add(CheckReporter checks, string text, IEnumerable<string>? errors, string? reason = null)
    {
        if (errors is null)
        {
            Console.WriteLine($"  – not checked ({reason}): {text}");
            return;
        }

        string[] found = [.. errors];
        checks.Add(found is [], text);
        foreach (var error in found)
            Console.WriteLine($"      {error}");
    }
}
