using Load.Diagnostics;

namespace Load.Http;

/// <summary>The request of one index.</summary>
/// <param name="Number">Its kind's place in the mix.</param>
/// <param name="Kind">As it was written.</param>
/// <param name="Template">The same, compiled.</param>
/// <param name="Own">How many of its kind come before it.</param>
/// <param name="Values">In place of the template's parameters.</param>
internal readonly record struct PlannedRequest(
    int Number, RequestKind Kind, RequestTemplate Template, long Own, string[] Values)
{
    public TextTemplate Url => Template.UrlFor(Own);

    /// <exception cref="UserErrorException">The values make no URL.</exception>
    public Uri Uri => Template.UriFor(Own, Values);

    /// <summary>The caller disposes it.</summary>
    /// <exception cref="UserErrorException">The values make no URL.</exception>
    public HttpRequestMessage ToMessage() => Template.RequestFor(Own, Values);
}
