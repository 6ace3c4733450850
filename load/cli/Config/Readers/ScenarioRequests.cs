namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>The requests of a scenario, before the URLs are changed for each variant.</summary>
internal sealed record ScenarioRequests(
    IReadOnlyList<RequestKind> Kinds, DataSource? DataSource, int Seed, Redactor Redactor, SequencePart? SequencePart)
{
    /// <summary>The distinct servers that the requests go to, each as scheme, host and port.</summary>
    public IReadOnlyList<string> BaseUrls =>
        [.. Kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];

    public RequestMix CreateMix() => CreateMix(url => url);

    public RequestMix CreateMix(Func<string, string> changeUrl) => new(
        [.. Kinds.Select(kind => kind with { Parts = kind.Parts.WithUrls(changeUrl) })],
        DataSource,
        Seed,
        Redactor,
        SequencePart);
}
