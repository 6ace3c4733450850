using Load.Diagnostics;

namespace Load.Http;

/// <summary>The request of one index, with the values of its parameters.</summary>
/// <param name="KindIndex">The position of the request's kind in the mix, from 0.</param>
/// <param name="Kind">The kind of request.</param>
/// <param name="Template">The compiled template of the kind.</param>
/// <param name="IndexInKind">The number of requests of the same kind before this one.</param>
/// <param name="Values">The values of the template's parameters.</param>
internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    /// <summary>The template of the URL.</summary>
    public TextTemplate Url => Template.GetUrl(IndexInKind);

    /// <summary>The URL with the values inserted.</summary>
    /// <exception cref="UserErrorException">The result is not a valid URL.</exception>
    public Uri Uri => Template.GetUri(IndexInKind, Values);

    /// <summary>Creates the message to send, which the caller disposes.</summary>
    /// <exception cref="UserErrorException">The URL with the values inserted is not valid.</exception>
    public HttpRequestMessage CreateMessage() => Template.CreateMessage(IndexInKind, Values);
}
