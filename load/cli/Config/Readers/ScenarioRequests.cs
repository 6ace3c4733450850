namespace TwoTier.Load.Cli.Config.Readers;

internal sealed record ScenarioRequests(
    IReadOnlyList<RequestKind> Kinds, DataSource? DataSource, int Seed, Redactor Redactor, SequencePart? SequencePart)
{
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
