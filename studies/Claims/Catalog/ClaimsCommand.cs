using System.Reflection;

namespace Studies.Claims.Catalog;

/// <summary>
/// Measures all claims again, or those that the user names with the other rows of the same experiment. The figures of
/// the ledger stay as they are.
/// </summary>
internal sealed class ClaimsCommand : StudyCommand
{
    private static readonly string Version = typeof(ClaimsCommand).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    // Some rows have twenty metrics, of which the first decide.
    private const int MostMetrics = 3;

    private readonly Argument<string[]> _ids = new("ID")
    {
        Description = "The ids of the claims to measure, such as A3, or the letter of a publication, such as Q for all "
            + "questions. Default: measure all claims. A claim that was measured in the folder of --out, and whose file "
            + "has not changed since, is not measured again.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<int?> _processStarts = new Option<int?>("--starts")
    {
        Description = "How often to start the processes and measure. [default: as often as the file of the claim says, "
            + "but at most five times] With fewer starts than the file says, no verdict is given.",
        HelpName = "N",
    }.WithRange(1, MaxStarts);

    public ClaimsCommand()
        : base("claims", "Measures the claims of publications again.", rounds: null)
    {
        _ids.Validators.Add(result =>
        {
            var known = ClaimCatalog.Library.Claims.Select(claim => claim.Id)
                .Concat(ClaimCatalog.Library.Sources.Select(source => source.Publication.Letter));
            foreach (var token in result.Tokens.Where(token => !known.Contains(token.Value)))
                result.AddError($"Unknown claim '{token.Value}'. Known claims: {string.Join(", ", known)}.");
        });
        Add(_ids);
        Add(_processStarts);
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await MeasureAsync(
            context, context.Arguments.GetValue(_processStarts), context.Arguments.GetValue(_ids) ?? []);
        Console.WriteLine($"\n  results    {context.ResultsFolder}");
        return ExitCode.Success;
    }

    /// <summary>Selects the claims of these ids or publications, and those of the same experiments; or all.</summary>
    public static IEnumerable<Claim> Select(string[] ids)
    {
        var claims = ClaimCatalog.Library.Claims;
        var named = claims
            .Where(claim => ids is [] || ids.Contains(claim.Id) || ids.Contains(claim.Id[..1])).ToHashSet();
        var experiments = named.Select(claim => claim.File.Run.Experiment).ToHashSet();
        return claims.Where(claim => experiments.Contains(claim.File.Run.Experiment));
    }

    private static async Task MeasureAsync(StudyContext context, int? starts, string[] ids)
    {
        var measurements = new MeasurementContext(
            context.Environment, context.LoadRunner, context.ResultsFolder, starts);
        var path = Path.Combine(
            Directory.CreateDirectory(context.ResultsFolder).FullName, ClaimMeasurement.FileName);
        var records = ClaimMeasurement.ReadAll(path);
        var ledger = Ledger.Read();
        Claim[] claims = [.. Select(ids)];
        foreach (var (index, claim) in claims.Index())
        {
            var file = claim.File;
            var edition = LedgerMarkdown.FormatEdition(file.Edition).Replace("*", "");
            Console.WriteLine($"\n{file.Id,-4} {file.Statement}{edition} ({index + 1} of {claims.Length} rows)");
            if (records.FirstOrDefault(record => record.IsOf(claim, starts)) is { } done)
            {
                Console.WriteLine($"     – already measured in this folder on {done.Started:yyyy-MM-dd HH:mm} UTC, "
                    + "with the same claim file");
                continue;
            }

            if (records.Any(record => record.IsOf(claim, starts: 1)))
            {
                throw new StudyException(
                    $"{file.Id} was measured in this folder with fewer starts: its result files would be overwritten. "
                    + "Use the same --starts, or another folder for --out.");
            }

            var (started, readPressure) = (TimeProvider.System.GetUtcNow(), ProcessorPressure.Start());
            var measurement = await MeasureAsync(measurements, claim);
            if (measurement.NotMeasuredReason is { } reason)
            {
                Console.WriteLine($"     – not measured: {reason}");
                continue;
            }

            var decision = file.Criterion.Decide(measurement.Metrics, file.Design.Starts);
            Print(measurement, decision, file, ledger.Find(file.Id));
            records.RemoveAll(record => record.Claim == file.Id);
            records.Add(new ClaimMeasurement
            {
                Claim = file.Id,
                RuleHash = claim.Hash,
                Verdict = decision.Verdict,
                Started = started,
                Commit = Version,
                Machine = MachineRecord.Read(readPressure()),
                Metrics = measurement.Metrics,
                Figures = measurement.Figures,
            });

            // A later claim may take an hour, or fail.
            await ClaimMeasurement.WriteAllAsync(path, records);
        }
    }

    // A claim that cannot be measured does not prevent the measurement of the others.
    private static async Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim)
    {
        try
        {
            return await ClaimRunner.MeasureAsync(context, claim);
        }
        catch (Exception e) when (StudyException.IsExpected(e))
        {
            return Measurement.NotMeasured(e.Message.Split('\n')[0]);
        }
    }

    private static void Print(Measurement measurement, Decision decision, ClaimFile file, LedgerEntry? published)
    {
        foreach (var (name, metric) in measurement.Metrics)
            Console.WriteLine($"       {name} = {LedgerNumbers.Format(metric)} {metric.Unit}".TrimEnd());
        var open = decision.Explanation is { } text ? $": {text}" : "";
        Console.WriteLine($"     {decision.Verdict.GetMark()} {decision.Verdict.GetText()}{open}");
        if (measurement.Figures.Length > 0)
            Console.WriteLine($"       {measurement.Figures}");
        if (file.Question is not null && Answer.Create(file, measurement.Metrics) is { } answer)
            Console.WriteLine($"       {answer.Text.Replace("**", "", StringComparison.Ordinal)}");
        foreach (var processor in published?.Row.Processors ?? [])
        {
            var metrics = processor.Metrics.Take(MostMetrics)
                .Select(one => $"{one.Key} = {LedgerNumbers.Format(one.Value)}");
            Console.WriteLine($"       in the ledger ({processor.Name}): {string.Join(", ", metrics)}");
        }
    }
}
