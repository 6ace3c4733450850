namespace Load.Scraping;

/// <summary>A process that takes part in answering, and the base URL under which it has its <c>/metrics</c>.</summary>
internal sealed record Tier(string Name, string BaseUrl)
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";
}
