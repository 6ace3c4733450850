using Load.Diagnostics;

namespace Load.Http;

/// <summary>The request of one index.</summary>
/// <param name="KindIndex">Its kind's place in the mix.</param>
/// <param name="Kind">As it was written.</param>
/// <param name="Template">The same, compiled.</param>
/// <param name="IndexInKind">How many of its kind come before it.</param>
/// <param name="Values">In place of the template's parameters.</param>
internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    public TextTemplate Url => Template.GetUrl(IndexInKind);

    /// <exception cref="UserErrorException">The values make no URL.</exception>
    public Uri Uri => Template.GetUri(IndexInKind, Values);

    /// <summary>The caller disposes it.</summary>
    /// <exception cref="UserErrorException">The values make no URL.</exception>
    public HttpRequestMessage CreateMessage() => Template.CreateMessage(IndexInKind, Values);
}
