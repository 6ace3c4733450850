namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>The requests of a scenario, before the URLs are changed for each variant.</summary>
internal sealed record ScenarioRequests(IReadOnlyList<RequestKind> Kinds, IDataSource? DataSource, int Seed)
{
    /// <summary>Removes the secrets from everything that the tool shows or writes about the requests.</summary>
    public Redactor Redactor { get; init; } = Redactor.Default;

    /// <summary>
    /// The part of the parameter values that this load tool uses if several load tools share them; null for all values.
    /// </summary>
    public SequencePart? SequencePart { get; init; }

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
