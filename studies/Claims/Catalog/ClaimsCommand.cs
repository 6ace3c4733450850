using System.CommandLine;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using Studies.Commands;
using Studies.Hosting;

namespace Studies.Claims.Catalog;

/// <summary>Measures all claims again and writes the ledger, or measures only the claims that the user names.</summary>
internal sealed class ClaimsCommand : StudyCommand
{
    private static readonly string LedgerPagePath = ProgramLocator.GetPath("docs", "claims.md");
    private static readonly string LedgerDataPath = ProgramLocator.GetPath("docs", "claims.json");

    private static readonly string Version = typeof(ClaimsCommand).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    private readonly Argument<string[]> _ids = new("ID")
    {
        Description =
            "The ids of the claims to measure, such as A3. Default: measure all claims, and write the ledger.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<bool> _fullOption =
        new("--full") { Description = "Measure for longer, with twice as many rounds and longer benchmarks." };

    private readonly Option<bool> _renewOption =
        new("--renew")
        {
            Description = "Write the new results into the ledger (docs/claims.md and docs/claims.json).",
        };

    private readonly Option<bool> _rewriteOption =
        new("--rewrite")
        {
            Description = "Only write docs/claims.md again from docs/claims.json, without measuring.",
        };

    public ClaimsCommand()
        : base("claims", "Measures the claims of publications again.", new RoundsDefinition(
            MeasurementContext.DefaultRounds,
            "The number of rounds of each comparison. Claims about small differences use more by default."))
    {
        _ids.Validators.Add(result =>
        {
            string[] known = [.. ClaimCatalog.Claims.Select(claim => claim.Id)];
            foreach (var token in result.Tokens.Where(token => !known.Contains(token.Value)))
                result.AddError($"Unknown claim '{token.Value}'. Known claims: {string.Join(", ", known)}.");
        });
        Add(_ids);
        Add(_fullOption);
        Add(_renewOption);
        Add(_rewriteOption);
    }

    public override StudyGroup Group => StudyGroup.Claims;

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        if (arguments.GetValue(_rewriteOption))
            return null;
        var claims = arguments.GetValue(_ids) is { Length: > 0 and var count } ? count : ClaimCatalog.Claims.Count;
        // Measuring all claims in the short form (without --full) takes 41 minutes.
        var length = arguments.GetValue(_fullOption) ? 2.5 : 1;
        return TimeSpan.FromMinutes(1 + (41.0 * length * claims / ClaimCatalog.Claims.Count));
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (context.Get(_rewriteOption))
        {
            await WriteAsync(await ReadAsync());
            return ExitCode.Success;
        }

        var form = new MeasurementDepth(context.Get(_fullOption), context.UserRounds);
        var (started, watch) = (TimeProvider.System.GetUtcNow(), Stopwatch.StartNew());
        string[] ids = context.Arguments.GetValue(_ids) ?? [];
        var entries = await MeasureAsync(context, form, ids);
        Console.WriteLine($"\n  results    {context.ResultsFolder}");
        LedgerEntry[] measured = [.. entries.Select(entry => entry.Entry)];
        var when = $"{started:yyyy-MM-dd HH:mm} UTC";
        if (ids is [])
        {
            await WriteAsync(new Ledger(
                ClaimCatalog.ClaimsByPublication, measured, [.. CreateProvenance(when, watch.Elapsed, form)]));
        }
        else if (context.Get(_renewOption))
        {
            await WriteAsync((await ReadAsync()).Replace(measured, $"{when}, {form.Description}, {Version}"));
        }

        return entries.Any(entry => entry.HasFailed) ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static async Task<List<(LedgerEntry Entry, bool HasFailed)>> MeasureAsync(
        StudyContext context, MeasurementDepth form, string[] ids)
    {
        var measurements = new MeasurementContext(context.Environment, context.LoadRunner, context.ResultsFolder, form);
        var entries = new List<(LedgerEntry, bool)>();
        foreach (var claim in ClaimCatalog.Claims.Where(claim => ids is [] || ids.Contains(claim.Id)))
        {
            Console.WriteLine($"\n{claim.Id,-4} {claim.Statement}");
            var (measurement, hasFailed) = await MeasureAsync(claim, measurements);
            var entry = new LedgerEntry(claim, measurement);
            PrintEntry(entry);
            entries.Add((entry, hasFailed));
        }

        return entries;
    }

    // A claim that cannot be measured does not prevent the measurement of the others.
    private static async Task<(Measurement Measurement, bool HasFailed)> MeasureAsync(
        Claim claim, MeasurementContext context)
    {
        try
        {
            return (await claim.MeasureAsync(context), false);
        }
        catch (Exception e) when (StudyException.IsExpected(e))
        {
            return (Measurement.NotMeasured(e.Message.Split('\n')[0]), true);
        }
    }

    private static void PrintEntry(LedgerEntry entry)
    {
        var measured = entry.Measurement.Ratio is { } ratio
            ? $"{SignificantDigits.Format(ratio.Value)} × {SignificantDigits.FormatInterval(ratio)}  "
            : "";
        var published = entry.Claim.Published.Ratio is { } claimed
            ? $"published {SignificantDigits.Format(claimed)} ×, measured "
            : "";
        var reason = entry.Reason is { } text ? $": {text}" : "";
        Console.WriteLine($"     {entry.Verdict.GetMark()} {published}{measured}{entry.Verdict.GetText()}{reason}");
        if (entry.Measurement.SourceNumbers.Length > 0)
            Console.WriteLine($"       {entry.Measurement.SourceNumbers}");
    }

    private static async Task<Ledger> ReadAsync() =>
        LedgerJson.Parse(await File.ReadAllTextAsync(LedgerDataPath), ClaimCatalog.ClaimsByPublication);

    private static async Task WriteAsync(Ledger ledger)
    {
        await File.WriteAllTextAsync(LedgerPagePath, LedgerMarkdown.Format(ledger));
        await File.WriteAllTextAsync(LedgerDataPath, LedgerJson.Format(ledger));
        Console.WriteLine("  ledger     docs/claims.md, docs/claims.json");
    }

    private static IEnumerable<Provenance> CreateProvenance(string when, TimeSpan elapsed, MeasurementDepth form)
    {
        yield return new("measured", $"{when}, `make claims`, {form.Description}, {elapsed.TotalMinutes:0} min");
        yield return new("machine",
            $"{Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, "
                + $"{RuntimeInformation.FrameworkDescription}, loopback");
        yield return new("version", Version);
        yield return new("measure one claim again", "`make claim ID=A3`");
        yield return new("data", "[claims.json](claims.json)");
    }
}
