using Load.Targeting;

namespace Load.Settings;

/// <summary>What is said of a variant.</summary>
internal static class VariantKeys
{
    public static readonly Key<string> Name = new("name", "As in every table and in the result file.", Texts.Any);

    public static readonly Key<string> Query = new(
        "query", "Query parameters that it sets, as in strategy=get-from-json&client=shared.", Texts.Any);

    public static readonly Key<string> Url = new("url", "Its own scheme, host and port; with a path, that in place of the request's.", UrlText.Absolute);

    public static readonly Key<string> Summary = new("summary", "What it is, in a sentence.", Texts.Any);

    public static readonly IReadOnlyList<Key> All = [Name, Query, Url, Summary, TierKeys.Tiers];
}
