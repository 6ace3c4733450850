using System.Security.Cryptography;

namespace Studies.Claims.Files;

/// <summary>A claim file with the hash of its rule: of what is run, and of what decides the verdict.</summary>
internal sealed record Claim(ClaimFile File)
{
    public string Hash { get; } = ComputeHash(File, File.Run);

    public string Id => File.Id;

    /// <summary>
    /// Whether the measurements before 2026-11-25 have the rule of this file. What most rows run was code then, and so
    /// not part of their hash; it was written into the files as it was. False as soon as the rule of the file changes.
    /// </summary>
    public bool IsTransferred { get; init; }

    /// <summary>Whether a measurement with this hash has the rule of this file.</summary>
    public bool HasRule(string? hash) => hash == Hash || (IsTransferred && hash == ComputeHash(File, run: null));

    public static Claim Parse(string name, string text)
    {
        var file = StrictYaml.Read<ClaimFile>(name, text);
        return ClaimRules.FindErrors(name, file).FirstOrDefault() is { } error
            ? throw new FormatException($"{name}: {error}")
            : new Claim(file);
    }

    private static string ComputeHash(ClaimFile file, ClaimRun? run) => Hashing.Hash(JsonSerializer.Serialize(
        new { Run = run, file.Metrics, file.Statistic, file.Design, file.Criterion }, StrictYaml.Options));
}

internal static class Hashing
{
    public static string Hash(string text) => Convert
        .ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ReplaceLineEndings("\n"))))[..12];
}

/// <summary>A publication, its claims in the order of the ledger, and its statements.</summary>
internal sealed record PublicationClaims(Publication Publication, IReadOnlyList<Claim> Claims, SourceFile? Statements);

/// <summary>All publications with their claims, and the explanations of verdicts.</summary>
internal sealed record ClaimLibrary(IReadOnlyList<PublicationClaims> Sources, ExplanationsFile Explanations)
{
    public IReadOnlyList<Claim> Claims { get; } = [.. Sources.SelectMany(source => source.Claims)];

    public static ClaimLibrary Read(string folder)
    {
        var publications = StrictYaml.Read<PublicationsFile>(
            "publications.yaml", File.ReadAllText(Path.Combine(folder, "publications.yaml")));
        var explanations = StrictYaml.Read<ExplanationsFile>(
            "explanations.yaml", File.ReadAllText(Path.Combine(folder, "explanations.yaml")));
        Claim[] claims =
        [
            .. Directory.GetFiles(folder, "*.yaml")
                .Where(path => char.IsUpper(Path.GetFileName(path)[0]))
                .Select(path => Claim.Parse(Path.GetFileName(path), File.ReadAllText(path)))
                .Select(claim => claim with
                {
                    IsTransferred = explanations.Transferred.GetValueOrDefault(claim.Id) == claim.Hash,
                })
                .OrderBy(claim => claim.Id[0])
                .ThenBy(claim => int.Parse(claim.Id[1..].TrimEnd([.. "abcdefghijklmnopqrstuvwxyz"]), null))
                .ThenBy(claim => claim.Id, StringComparer.Ordinal),
        ];
        var known = publications.Publications.Select(publication => publication.Id).ToHashSet();
        return claims.FirstOrDefault(claim => !known.Contains(claim.File.Publication)) is { } lost
            ? throw new FormatException($"{lost.Id}.yaml: unknown publication '{lost.File.Publication}'.")
            : new ClaimLibrary(
                [
                    .. publications.Publications.Select(publication => new PublicationClaims(
                        publication, [.. claims.Where(claim => claim.File.Publication == publication.Id)],
                        SourceFile.TryRead(Path.Combine(folder, "..", "sources"), publication.Id))),
                ],
                explanations);
    }

    public RowKind GetKind(string id) => Explanations.Kinds.GetValueOrDefault(id);

    public string? GetErratum(string id) => Explanations.Errata.GetValueOrDefault(id);

    public string? GetExplanation(string id, Verdict verdict) =>
        Explanations.Explanations.GetValueOrDefault(id)?.GetValueOrDefault(verdict.GetText());
}

/// <summary>Rules for claim files that a schema cannot express.</summary>
internal static partial class ClaimRules
{
    private const int UsualStarts = 5;

    public static IEnumerable<string> FindErrors(string name, ClaimFile file)
    {
        if (file.Version != ClaimFile.CurrentVersion)
            yield return $"version {file.Version} is unknown. Known version: {ClaimFile.CurrentVersion}.";
        if (!IdPattern().IsMatch(file.Id) || name != $"{file.Id}.yaml")
            yield return $"the id '{file.Id}' must be the file name, a letter and a number.";
        if (file.Published.Quotient is { } quotient && (quotient.Count != 2 || quotient.Any(number => number <= 0)))
            yield return "published.quotient needs two numbers above zero.";
        if (file.NotComparable is not null || file.Edition is Edition.Baseline)
        {
            if (file.Criterion is not null)
                yield return "a baseline, or a claim that is not comparable, has no criterion.";
            yield break;
        }

        if (file is not { Criterion: { } criterion, Design: { } design, Counterexample: { } counterexample }
            || file.Statistic is null || file.SmallestEffect is null || file.Power is null)
        {
            yield return "statistic, design, smallest_effect, criterion, power and counterexample are required.";
            yield break;
        }

        foreach (var metric in criterion.Conditions.Select(condition => condition.Metric).Except(file.Metrics.Keys))
            yield return $"the metric '{metric}' of the criterion is not among the metrics.";
        if (criterion.Holds is [])
            yield return "criterion.holds needs a condition.";
        if (design.Starts < 1 || (design.Starts < UsualStarts && design.FewStarts is null))
            yield return $"design.few_starts must say why there are fewer than {UsualStarts} starts.";
        foreach (var error in FindErrors(criterion, counterexample)
            .Concat(file.Question?.FindErrors() ?? []).Concat(file.Run?.FindErrors() ?? []))
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
