using System.CommandLine.Completions;
using System.Reflection;

namespace Experiments.Claims.Catalog;

/// <summary>
/// Measures all claims again, or those that the user names; to publish them, with the other rows of their experiment.
/// </summary>
internal sealed class ClaimsCommand : StudyCommand
{
    private static readonly string Version = typeof(ClaimsCommand).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    // Some rows have twenty metrics, of which the first decide.
    private const int MostMetrics = 3;
    private const string FirstToCheck =
        ".\n       Look first at the processor, the kernel, what else runs, and the version of .NET.";

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
            + "ten times for most] With fewer starts than the file says, no verdict is given.",
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
        AddPublishOption();
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
            context, context.Arguments.GetValue(_processStarts),
            Select(context.Arguments.GetValue(_names) ?? [], wholeExperiments: context.Note is not null));
        Console.WriteLine($"\n  results    {context.ResultsFolder}");
        return ExitCode.Success;
    }

    /// <summary>Selects the claims of these names, or all; and those of the same experiments, if they are whole.</summary>
    public static IEnumerable<Claim> Select(string[] names, bool wholeExperiments)
    {
        var claims = ClaimCatalog.Library.Claims;
        var named = names is [] ? claims : [.. names.SelectMany(ClaimNames.Find).Distinct()];
        var experiments = named.Select(claim => claim.File.Run.Id).ToHashSet();
        return wholeExperiments ? claims.Where(claim => experiments.Contains(claim.File.Run.Id)) : named;
    }

    private static async Task MeasureAsync(StudyContext context, int? starts, IEnumerable<Claim> selected)
    {
        var ledger = Ledger.Read();
        var experiments = selected.GroupBy(claim => claim.File.Run.Id).ToArray();
        foreach (var (index, claims) in experiments.Index())
        {
            var titles = string.Join("; ", claims.Select(claim => claim.File.Name));
            Console.WriteLine($"\n{index + 1} of {experiments.Length}: {titles}");
            var variants = claims.SelectMany(claim => claim.File.Run.Compare).ToHashSet();
            var run = claims.First().File.Run;
            run = run with { Variants = [.. run.Variants.Where(variant => variants.Contains(variant.Name))] };
            var folder = Path.Combine(context.ResultsFolder, run.Id);
            try
            {
                var measured = await new ExperimentRunner(context.InFolder(folder)).RunAsync(
                    run, run.GetCells(), starts ?? claims.Max(claim => claim.File.Design.Starts));
                var isMeasured = true;
                foreach (var claim in claims)
                    isMeasured &= Print(claim.File, ClaimReader.Read(claim.File.Run, measured), ledger.GetEntry(claim.Id));
                if (isMeasured && context.Note is { } note)
                    Publish(run.Id, note, measured);
            }
            catch (Exception e) when (StudyException.IsExpected(e))
            {
                // A claim that cannot be measured does not prevent the measurement of the others.
                Console.WriteLine($"     – not measured: {e.Message.Split('\n')[0]}");
            }
        }
    }

    private static void Publish(string experiment, string note, IReadOnlyList<IReadOnlyList<Row>> starts)
    {
        var result = new ClaimResult
        {
            Experiment = experiment,
            Date = DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().DateTime),
            Commit = Version,
            Machine = MachineRecord.Current,
            Note = note,
            Starts = starts,
        };
        Console.WriteLine($"  published  {result.Write()}");
    }

    /// <returns>Whether it was measured.</returns>
    private static bool Print(ClaimFile file, Measurement measurement, LedgerEntry published)
    {
        var edition = LedgerMarkdown.FormatEdition(file.Edition).Replace("*", "");
        Console.WriteLine($"     {file.Statement}{edition}");
        if (measurement.NotMeasuredReason is { } reason)
        {
            Console.WriteLine($"     – not measured: {reason}");
            return false;
        }

        foreach (var (name, metric) in measurement.Metrics)
            Console.WriteLine($"       {name} = {LedgerNumbers.Format(metric)} {metric.Unit}".TrimEnd());
        var decision = file.Criterion.Decide(measurement.Metrics, file.Design.Starts);
        var open = decision.Explanation is { } text ? $": {text}" : "";
        Console.WriteLine($"     {decision.Verdict.GetMark()} {decision.Verdict.GetText()}{open}");
        if (measurement.Figures.Length > 0)
            Console.WriteLine($"       {measurement.Figures}");
        if (file.Question is not null && Answer.Create(file, measurement.Metrics) is { } answer)
            Console.WriteLine($"       {answer.Text.Replace("**", "", StringComparison.Ordinal)}");
        foreach (var processor in published.Row.Processors)
        {
            var metrics = processor.Metrics.Take(MostMetrics)
                .Select(one => $"{one.Key} = {LedgerNumbers.Format(one.Value)}");
            bool?[] agree =
                [.. processor.Metrics.Select(one => measurement.Metrics.GetValueOrDefault(one.Key)?.AgreesWith(one.Value))];
            Console.WriteLine($"       in the ledger ({processor.Name}): {string.Join(", ", metrics)}"
                + (agree.Contains(false) ? $"; they do not agree{FirstToCheck}" : agree.Contains(true) ? "; they agree" : ""));
        }

        return true;
    }
}
