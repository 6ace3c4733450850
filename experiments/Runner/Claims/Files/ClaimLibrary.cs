using System.Security.Cryptography;

namespace Experiments.Claims.Files;

/// <summary>A claim file with a hash of all that decides what the row says.</summary>
internal sealed partial record Claim(ClaimFile File)
{
    /// <summary>The hash of the rule: it covers the question with its smallest effect, too.</summary>
    public string Hash { get; } = Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(
        new
        {
            File.Run,
            File.Metrics,
            File.Statistic,
            File.Design,
            File.Criterion,
            File.SmallestEffect,
            File.Counterexample,
            File.Question,
        },
        StrictYaml.Options)))[..32];

    public string Id => File.Id;

    /// <summary>The name as a word of a command, such as restsharp-against-httpclient.</summary>
    public string Slug => NotInSlugPattern().Replace(File.Name.ToLowerInvariant(), "-").Trim('-');

    /// <summary>The anchor of the row in its page.</summary>
    public string Anchor => Id.ToLowerInvariant();

    public static Claim Parse(string name, string text, Func<string, ClaimRun?>? find = null)
    {
        var file = StrictYaml.Read<ClaimFile>(name, text);
        return ClaimRules.FindErrors(name, file).FirstOrDefault() is { } error
            ? throw new FormatException($"{name}: {error}")
            : new Claim(file with { Run = file.Run.Resolve(file.Id, find ?? (_ => null)) });
    }

    [GeneratedRegex("[^a-z0-9.]+")]
    private static partial Regex NotInSlugPattern();
}

/// <summary>A publication, its claims in the order of the ledger, and its statements.</summary>
internal sealed record PublicationClaims(Publication Publication, IReadOnlyList<Claim> Claims, SourceFile? Statements);

/// <summary>All publications with their claims, and the notes on rows by id.</summary>
internal sealed record ClaimLibrary(
    IReadOnlyList<PublicationClaims> Sources, IReadOnlyDictionary<string, string> Notes)
{
    public IReadOnlyList<Claim> Claims { get; } = [.. Sources.SelectMany(source => source.Claims)];

    public static ClaimLibrary Read(string folder)
    {
        string GetPath(string name) => Path.Combine(folder, $"{name}.yaml");
        var publications = StrictYaml.ReadFile<PublicationsFile>(GetPath("publications")).Publications;
        var claims = Directory.GetFiles(folder, "*.yaml")
            .Where(path => char.IsUpper(Path.GetFileName(path)[0]))
            .Select(path => Claim.Parse(Path.GetFileName(path), File.ReadAllText(path), FindRun))
            .OrderBy(claim => claim.Id[0])
            .ThenBy(claim => int.Parse(claim.Id[1..].TrimEnd([.. "abcdefghijklmnopqrstuvwxyz"]), null))
            .ThenBy(claim => claim.Id, StringComparer.Ordinal)
            .ToLookup(claim => claim.File.Publication);
        return claims.FirstOrDefault(group => publications.All(one => one.Id != group.Key)) is { } lost
            ? throw new FormatException($"{lost.First().Id}.yaml: unknown publication '{lost.Key}'.")
            : new ClaimLibrary(
                [
                    .. publications.Select(publication => new PublicationClaims(
                        publication, [.. claims[publication.Id]],
                        SourceFile.TryRead(Path.Combine(folder, "sources", $"{publication.Id}.yaml")))),
                ],
                StrictYaml.ReadFile<NotesFile>(GetPath("notes")).Notes);

        ClaimRun? FindRun(string id) =>
            File.Exists(GetPath(id)) ? StrictYaml.ReadFile<ClaimFile>(GetPath(id)).Run : null;
    }
}

/// <summary>Rules for claim files that a schema cannot express.</summary>
internal static partial class ClaimRules
{
    private const int UsualStarts = 10;

    public static IEnumerable<string> FindErrors(string name, ClaimFile file)
    {
        if (file.Version != ClaimFile.CurrentVersion)
            yield return $"version {file.Version} is unknown. Known version: {ClaimFile.CurrentVersion}.";
        if (!IdPattern().IsMatch(file.Id) || name != $"{file.Id}.yaml")
            yield return $"the id '{file.Id}' must be the file name, a letter and a number.";
        if (file.Published.Quotient is { } quotient && (quotient.Count != 2 || quotient.Any(number => number <= 0)))
            yield return "published.quotient needs two numbers above zero.";
        var (criterion, design) = (file.Criterion, file.Design);
        foreach (var metric in criterion.Conditions.Select(condition => condition.Metric).Except(file.Metrics.Keys))
            yield return $"the metric '{metric}' of the criterion is not among the metrics.";
        if (criterion.Holds is [])
            yield return "criterion.holds needs a condition.";
        if (design.Starts < 1 || (design.Starts is > 1 and < UsualStarts && design.FewStarts is null))
            yield return $"design.few_starts must say why there are fewer than {UsualStarts} starts.";
        foreach (var error in FindErrors(criterion, file.Counterexample)
            .Concat(file.Question?.FindErrors() ?? []).Concat(file.Run.FindErrors()))
        {
            yield return error;
        }
    }

    private static IEnumerable<string> FindErrors(Criterion criterion, Counterexample counterexample)
    {
        if (counterexample.Metrics.Values.Any(ends => ends.Count is < 1 or > 2))
        {
            yield return "each metric of the counterexample needs one number, or two.";
            yield break;
        }

        var metrics = counterexample.Metrics.ToDictionary(
            metric => metric.Key,
            metric => metric.Value is [var low, var high]
                ? new Metric(Math.Sqrt(Math.Abs(low * high)), low, high)
                : Metric.Exact(metric.Value[0]));
        if (criterion.Conditions.Any(condition => !metrics.ContainsKey(condition.Metric)))
            yield return "the counterexample needs a value for each metric of the criterion.";
        else if (criterion.Decide(metrics).Verdict is var verdict && verdict != counterexample.Verdict)
            yield return $"the counterexample gives '{verdict.GetText()}' and not '{counterexample.Verdict.GetText()}'.";
        else if (verdict is not (Verdict.Differs or Verdict.NoLongerHolds))
            yield return "the counterexample must give differs or no-longer-holds.";
    }

    [GeneratedRegex("^[A-Z][0-9]+[a-z]?$")]
    private static partial Regex IdPattern();
}
