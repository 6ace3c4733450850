using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Studies.Claims.Catalog;

/// <summary>
/// Every claim of the sources measured again, which renews the ledger; or those whose ids are given, which renew their rows
/// with --renew.
/// </summary>
internal static class ClaimLedger
{
    private const int Unknown = 64;
    private const int Failed = 2;
    private const string Page = "docs/claims.md";
    private const string Data = "docs/claims.json";

    private static string Version { get; } =
        typeof(ClaimLedger).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var isFull = options.Contains("--full");
        var isRenewed = options.Contains("--renew");
        string[] ids = [.. options.Where(option => option is not ("--full" or "--renew"))];
        Claim[] all = [.. Catalogue.Sources.SelectMany(source => source.Claims)];
        if (ids.FirstOrDefault(id => all.All(claim => claim.Id != id)) is { } unknown)
        {
            await Console.Error.WriteLineAsync($"There is no claim {unknown}. There is {string.Join(", ", all.Select(claim => claim.Id))}");
            return Unknown;
        }

        var started = TimeProvider.System.GetUtcNow();
        var watch = Stopwatch.StartNew();
        var folder = Results.NewFolder("claims");
        var laboratory = new Laboratory(tiers, folder, isFull);
        var (rows, failures) = (new List<Row>(), 0);
        foreach (var claim in all.Where(claim => ids.Length == 0 || ids.Contains(claim.Id)))
        {
            Console.WriteLine($"\n{claim.Id,-4} {claim.Words}");
            rows.Add(new Row(claim, await MeasureAsync(claim, laboratory, () => failures++)));
            Show(rows[^1]);
        }

        Console.WriteLine($"\n  results    {folder}");
        if (ids.Length == 0)
            await WriteAsync(new Ledger(Catalogue.Sources, rows, [.. Provenance(started, watch.Elapsed, isFull)]));
        else if (isRenewed)
            await WriteAsync(LedgerJson.Read(await File.ReadAllTextAsync(Data), Catalogue.Sources).Renewed(rows, $"{started:yyyy-MM-dd HH:mm} UTC, {Form(isFull)}, {Version}"));
        return failures == 0 ? 0 : Failed;
    }

    // One that cannot be measured is no reason to lose the others.
    private static async Task<Now> MeasureAsync(Claim claim, Laboratory laboratory, Action failed)
    {
        try
        {
            return await claim.Measure(laboratory);
        }
        catch (Exception e) when (Tiers.IsExpected(e))
        {
            failed();
            return Now.NotMeasured(e.Message.Split('\n')[0]);
        }
    }

    private static void Show(Row row)
    {
        var ratio = row.Now.Ratio is { } now ? $"{Figures.Of(now.Value)} × [{Figures.Of(now.Lo)}, {Figures.Of(now.Hi)}]  " : "";
        var then = row.Claim.Then.Ratio is { } claimed ? $"then {Figures.Of(claimed)} ×, now " : "";
        Console.WriteLine($"     {row.Verdict.Mark()} {then}{ratio}{row.Verdict.Words()}{(row.Why is { } why ? $": {why}" : "")}");
        if (row.Now.Figures.Length > 0)
            Console.WriteLine($"       {row.Now.Figures}");
    }

    private static async Task WriteAsync(Ledger ledger)
    {
        await File.WriteAllTextAsync(Page, LedgerMarkdown.Of(ledger));
        await File.WriteAllTextAsync(Data, LedgerJson.Of(ledger));
        Console.WriteLine($"  ledger     {Page}, {Data}");
    }

    private static string Form(bool isFull) => isFull ? "the long form" : "the short form";

    private static IEnumerable<(string Label, string Value)> Provenance(DateTimeOffset started, TimeSpan took, bool isFull)
    {
        yield return ("measured", $"{started:yyyy-MM-dd HH:mm} UTC, `make claims`, {Form(isFull)}, {took.TotalMinutes:0} min");
        yield return ("on", $"{Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, {RuntimeInformation.FrameworkDescription}, loopback");
        yield return ("version", Version);
        yield return ("one row again", "`make claim ID=A3`: the row's id");
        yield return ("data", "[claims.json](claims.json)");
    }
}
