using Microsoft.AspNetCore.Http.HttpResults;

namespace FrontendApi.Flags;

/// <summary>The flags of one request: what its caller said, and the defaults where it did not. Gathers all that is wrong.</summary>
internal sealed class FlagQuery
{
    private readonly IQueryCollection _query;
    private readonly FlagDefaults _defaults;
    private readonly Dictionary<string, string[]> _mistakes = [];

    public FlagQuery(IQueryCollection query, IReadOnlyList<Flag> flags, FlagDefaults defaults)
    {
        (_query, _defaults) = (query, defaults);
        // A misspelt flag would silently measure the default.
        foreach (var unknown in query.Keys.Where(key => flags.All(flag => flag.Name != key)))
            Refuse(unknown, $"'{unknown}' is no flag. Flags: {string.Join(", ", flags.Select(flag => flag.Name))}.");
    }

    public bool IsGood => _mistakes.Count is 0;

    public bool Has(Flag flag) => _query.ContainsKey(flag.Name);

    public string ValueOf(Flag flag)
    {
        if (!_query.TryGetValue(flag.Name, out var given))
            return flag.Default(_defaults);
        var value = given.ToString();
        if (flag.Mistake(value) is { } mistake)
            Refuse(flag.Name, mistake);
        return value;
    }

    public void Refuse(string flag, string mistake) => _mistakes[flag] = [mistake];

    public ValidationProblem ToProblem() =>
        TypedResults.ValidationProblem(_mistakes, "GET /api/strategies lists what there is.", title: "Bad flag");
}
