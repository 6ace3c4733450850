using System.CommandLine.Completions;
using System.Reflection;

namespace Experiments.Claims.Catalog;

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

    private readonly Argument<string[]> _names = new("NAME")
    {
        Description = "What to measure: names of claims, such as restsharp-against-httpclient, their ids, or names of "
            + "publications, such as open-questions. Default: all claims.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<bool> _list = new("--list") { Description = "List the names, and measure nothing." };

    private readonly Option<int?> _processStarts = new Option<int?>("--starts")
    {
        Description = "How often to start the processes and measure. [default: as often as the file of the claim says, "
            + "but at most five times] With fewer starts than the file says, no verdict is given.",
        HelpName = "N",
    }.WithRange(1, MaxStarts);

    public ClaimsCommand()
        : base("claims", "Measures the claims of publications again.", rounds: null)
    {
        _names.CompletionSources.Add(_ => ClaimNames.All.Select(name => new CompletionItem(name)));
        _names.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => !ClaimNames.Find(token.Value).Any()))
            {
                result.AddError($"Unknown claim '{token.Value}'."
                    + (ClaimNames.FindNearest(token.Value) is { } name ? $" Did you mean {name}?" : "")
                    + " All names: make claim");
            }
        });
        Add(_names);
        Add(_list);
        Add(_processStarts);
        AddResumeOption();
    }

    protected override bool IsQuiet => true;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (context.Get(_list))
        {
            foreach (var claim in ClaimCatalog.Library.Claims)
                Console.WriteLine($"  {claim.Slug}");
            return ExitCode.Success;
        }

        await MeasureAsync(
            context, context.Arguments.GetValue(_processStarts), context.Arguments.GetValue(_names) ?? []);
        Console.WriteLine($"\n  results    {context.ResultsFolder}");
        return ExitCode.Success;
    }

    /// <summary>Selects the claims of these names, and those of the same experiments; or all.</summary>
    public static IEnumerable<Claim> Select(string[] names)
    {
        var claims = ClaimCatalog.Library.Claims;
        var named = names is [] ? claims : names.SelectMany(ClaimNames.Find);
        var experiments = named.Select(claim => claim.File.Run.Id).ToHashSet();
        return claims.Where(claim => experiments.Contains(claim.File.Run.Id));
    }

    private static async Task MeasureAsync(StudyContext context, int? starts, string[] names)
    {
        var path = Path.Combine(
            Directory.CreateDirectory(context.ResultsFolder).FullName, ClaimMeasurement.FileName);
        var experiments = new Dictionary<(string, int), Task<IReadOnlyList<IReadOnlyList<Row>>>>();
        var records = new List<ClaimMeasurement>();
        var ledger = Ledger.Read();
        Claim[] claims = [.. Select(names)];
        foreach (var (index, claim) in claims.Index())
        {
            var file = claim.File;
            var edition = LedgerMarkdown.FormatEdition(file.Edition).Replace("*", "");
            Console.WriteLine($"\n{file.Name} ({index + 1} of {claims.Length} rows)");
            Console.WriteLine($"     {file.Statement}{edition}");
            var started = TimeProvider.System.GetUtcNow();
            var measurement = await MeasureAsync(claim, () =>
            {
                var key = (file.Run.Id, file.Design.GetStarts(starts));
                return experiments.TryGetValue(key, out var measured) ? measured
                    : experiments[key] = new ExperimentRunner(
                        context.InFolder(Path.Combine(context.ResultsFolder, file.Run.Id)))
                        .RunAsync(file.Run, file.Run.GetCells(), key.Item2);
            });
            if (measurement.NotMeasuredReason is { } reason)
            {
                Console.WriteLine($"     – not measured: {reason}");
                continue;
            }

            var decision = file.Criterion.Decide(measurement.Metrics, file.Design.Starts);
            Print(measurement, decision, file, ledger.Find(file.Id));
            records.Add(new ClaimMeasurement
            {
                Claim = file.Id,
                Verdict = decision.Verdict,
                Started = started,
                Commit = Version,
                Machine = MachineRecord.Current,
                Metrics = measurement.Metrics,
                Figures = measurement.Figures,
            });

            // A later claim may take an hour, or fail.
            await ClaimMeasurement.WriteAllAsync(path, records);
        }
    }

    // A claim that cannot be measured does not prevent the measurement of the others.
    private static async Task<Measurement> MeasureAsync(
        Claim claim, Func<Task<IReadOnlyList<IReadOnlyList<Row>>>> measureAsync)
    {
        try
        {
            return ClaimReader.Read(claim.File.Run, await measureAsync());
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
