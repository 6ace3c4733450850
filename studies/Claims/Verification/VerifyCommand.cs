namespace Studies.Claims.Verification;

/// <summary>
/// Computes again what this repository says, as far as it keeps the result files: the measurements of the archive, the
/// pages, tables and pictures that follow from results, the figures of essays, and the quotations of publications.
/// </summary>
internal sealed class VerifyCommand : StudyCommand
{
    private static readonly string Archive = ProgramLocator.GetPath("docs", "archive");

    private readonly Option<string?> _sources = new("--sources")
    {
        Description = "The folder with the texts of the publications, to compare the quotations with.",
        HelpName = "FOLDER",
    };

    public VerifyCommand()
        : base("verify", "Computes the archive, the pages and their figures again from the result files.", rounds: null)
    {
        Add(_sources);
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        var check = new ArchiveCheck((experiments, starts) => new(
            context.Environment, context.LoadRunner, context.ResultsFolder, new(starts), experiments));
        var ledger = await CheckArchiveAsync(check, checks, context.Environment.StopToken);
        Add(checks, "generated files follow from the results", FindStaleFiles(ledger));
        Add(checks, "figures of pages are those of their results", EssayFigures.FindAllErrors());
        PublicationClaims[] sources = [.. ledger.Library.Sources.Where(source => !source.Publication.AreQuestions)];
        var count = sources.Sum(source => source.Statements!.Statements.Count);
        Add(checks, $"{count} statements of publications are rows of the ledger, or left out with a reason",
            sources.SelectMany(source => source.Statements!.FindErrors(source.Claims)));
        if (context.Arguments.GetValue(_sources) is { } folder)
        {
            Add(checks, $"{count} quotations stand in the publications",
                sources.SelectMany(source => source.Statements!.FindMissing(folder)));
        }
        else
        {
            Console.WriteLine("  – quotations not compared: no SOURCES");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <summary>Finds files that are not what follows from the ledger and the results.</summary>
    public static IEnumerable<string> FindStaleFiles(Ledger ledger) => LedgerPages.Create(ledger)
        .Concat(GenerateCommand.CreateFiles())
        .Where(file => File.ReadAllText(ProgramLocator.GetPath(file.Path)).ReplaceLineEndings("\n") != file.Text)
        .Select(file => $"{file.Path} is not what its results give");

    private static async Task<Ledger> CheckArchiveAsync(
        ArchiveCheck check, CheckReporter checks, CancellationToken stop)
    {
        const string path = "docs/archive/measurements.jsonl";
        var text = (await File.ReadAllTextAsync(ProgramLocator.GetPath(path), stop)).ReplaceLineEndings("\n");
        var archive = ReadArchive(text);
        if (await ArchiveHistory.ReadVersionsAsync(path, stop) is [_, ..] versions)
        {
            Add(checks, $"the archive begins with each of its {versions.Count} versions in git",
                ArchiveHistory.FindErrors(text, versions));
        }
        else
        {
            Console.WriteLine("  – archive not compared with its versions in git: none, or not all of them");
        }

        Add(checks, "each pack of result files has a measurement", RawPack.FindAll(Archive)
            .Select(pack => $"raw/{Path.GetFileName(pack)}")
            .Except(archive.Records.Select(record => record.Raw).OfType<string>())
            .Select(pack => $"no measurement has {pack}"));
        var ledger = Ledger.Create(ClaimCatalog.Library, archive);
        Add(checks, "each measured row is in the ledger, or says why it is gone", GoneRow.FindLost(ledger, archive));
        var results = new List<RecordCheck>();
        foreach (var entry in ledger.Entries)
        {
            foreach (var record in entry.History.Where(record => record.Raw is not null || record == entry.Latest))
                results.Add(await check.CheckAsync(record, entry.Claim, Archive));
        }

        var recomputed = results.Count(result => result.HasFiles);
        Add(checks, $"{recomputed} measurements of the ledger follow from their result files",
            results.SelectMany(result => result.Errors.Select(error => $"{result.Record.Claim}: {error}")));
        Console.WriteLine($"  – {archive.Records.Count - recomputed} older measurements, and those of "
            + $"{string.Join(' ', results.Where(IsCurrent).Select(one => one.Record.Claim).Distinct())}, have no result "
            + "files that the methods of today read");
        return ledger;

        bool IsCurrent(RecordCheck one) => !one.HasFiles
            && ledger.Entries.Any(entry => entry.Latest == one.Record && !entry.HasChangedSince);
    }

    private static MeasurementArchive ReadArchive(string text)
    {
        try
        {
            return MeasurementArchive.Parse(text);
        }
        catch (FormatException broken)
        {
            throw new StudyException($"The archive is broken. {broken.Message}", broken);
        }
    }

    private static void Add(CheckReporter checks, string text, IEnumerable<string> errors)
    {
        string[] found = [.. errors];
        checks.Add(found is [], text);
        foreach (var error in found)
            Console.WriteLine($"      {error}");
    }
}
