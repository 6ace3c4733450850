using Load.Http;
using Load.Http.DataSources;

namespace Load.Config.Readers;

/// <summary>What to send, before it is known where a variant sends it.</summary>
/// <param name="Kinds">None where something is wrong.</param>
/// <param name="Rows">Values of parameters; null for none.</param>
/// <param name="Seed">Of random values.</param>
internal sealed record RequestSet(IReadOnlyList<RequestKind> Kinds, IDataSource? Rows, int Seed)
{
    /// <summary>Scheme, host and port of each.</summary>
    public IReadOnlyList<string> BaseUrls =>
        [.. Kinds.SelectMany(kind => kind.Parts.Urls).Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];

    public RequestMix Target => new(Kinds, Rows, Seed);

    /// <param name="change">What is changed in each URL.</param>
    public RequestMix TargetOf(Func<string, string> change) => new(
        [.. Kinds.Select(kind => kind with { Parts = kind.Parts.WithUrls(change) })], Rows, Seed);
}
