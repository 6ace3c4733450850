using Load.Config.Options;
using Load.Http;

namespace Load.Config.Keys;

/// <summary>What is said of a variant.</summary>
internal static class VariantKeys
{
    public static readonly OptionKey<string> Name = new("name", "As in every table and in the result file.", Parsers.Any);

    public static readonly OptionKey<string> Query = new(
        "query", "Query parameters that it sets, as in strategy=get-from-json&client=shared.", Parsers.Any);

    public static readonly OptionKey<string> Url = new("url", "Its own scheme, host and port; with a path, that in place of the request's.", UrlText.ParseAbsolute);

    public static readonly OptionKey<string> Summary = new("summary", "What it is, in a sentence.", Parsers.Any);

    public static readonly IReadOnlyList<OptionKey> All = [Name, Query, Url, Summary, MonitorKeys.Monitor];
}
