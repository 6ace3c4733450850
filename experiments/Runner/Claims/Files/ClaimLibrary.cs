namespace Experiments.Claims.Files;

/// <summary>A claim of a publication.</summary>
internal sealed partial record Claim(ClaimFile File, Publication Publication)
{
    public string Id => File.Id;

    /// <summary>The name as a word of a command, such as restsharp-against-httpclient.</summary>
    public string Slug => NotInSlugPattern().Replace(File.Name.ToLowerInvariant(), "-").Trim('-');

    /// <summary>The anchor of the row in its page.</summary>
    public string Anchor => Id.ToLowerInvariant();

    [GeneratedRegex("[^a-z0-9.]+")]
    private static partial Regex NotInSlugPattern();
}

/// <summary>All publications in the order of their letters, with their claims.</summary>
internal sealed record ClaimLibrary(IReadOnlyList<Publication> Publications)
{
    public IReadOnlyList<Claim> Claims { get; } = [.. Resolve(Publications)];

    public static ClaimLibrary Read(string folder) => new(
    [
        .. Directory.GetFiles(folder, "*.yaml")
            .Select(path => Publication.Parse(Path.GetFileName(path), File.ReadAllText(path)))
            .OrderBy(publication => publication.Letter, StringComparer.Ordinal),
    ]);

    private static IEnumerable<Claim> Resolve(IReadOnlyList<Publication> publications)
    {
        var runs = publications.SelectMany(one => one.Claims).ToDictionary(claim => claim.Id, claim => claim.Run);
        return from publication in publications
               from file in publication.Claims
               let run = file.Run.Resolve(file.Id, runs.GetValueOrDefault)
               select new Claim(file with { Run = run }, publication);
    }
}

/// <summary>Rules for claims that a schema cannot express.</summary>
internal static partial class ClaimRules
{
    private const int UsualStarts = 10;

    public static IEnumerable<string> FindErrors(string letter, ClaimFile file)
    {
        if (!IdPattern().IsMatch(file.Id) || !file.Id.StartsWith(letter, StringComparison.Ordinal))
            yield return "the id must be the letter of the publication and a number.";
        if (file.Published.Quotient is { } quotient && (quotient.Count != 2 || quotient.Any(number => number <= 0)))
            yield return "published.quotient needs two numbers above zero.";
        var (criterion, design) = (file.Criterion, file.Design);
        foreach (var metric in criterion.Conditions.Select(condition => condition.Metric).Except(file.Metrics.Keys))
            yield return $"the metric '{metric}' of the criterion is not among the metrics.";
        if (criterion.Holds is [])
            yield return "criterion.holds needs a condition.";
        if (design.Starts < 1 || (design.Starts is > 1 and < UsualStarts && design.FewStarts is null))
            yield return $"design.few_starts must say why there are fewer than {UsualStarts} starts.";
        foreach (var error in file.Run.FindErrors().Concat(file.Question?.FindErrors() ?? []))
            yield return error;
    }

    [GeneratedRegex("^[A-Z][0-9]+[a-z]?$")]
    private static partial Regex IdPattern();
}
