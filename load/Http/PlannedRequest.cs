using Load.Diagnostics;

namespace Load.Http;

/// <summary>The request to send for one request index, with the values of its parameters.</summary>
/// <param name="KindIndex">The position of the request's kind in the mix of kinds, from 0.</param>
/// <param name="Kind">The kind of request.</param>
/// <param name="Template">The compiled template of the request's kind.</param>
/// <param name="IndexInKind">The number of requests of the same kind that come before the request.</param>
/// <param name="Values">The values of the parameters in the template.</param>
internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    /// <summary>The template of the request's URL.</summary>
    public TextTemplate Url => Template.GetUrl(IndexInKind);

    /// <summary>The request's URL with the parameter values inserted.</summary>
    /// <exception cref="UserErrorException">The URL with the parameter values inserted is not valid.</exception>
    public Uri Uri => Template.GetUri(IndexInKind, Values);

    /// <summary>Creates the HTTP message to send. The caller must dispose of the message.</summary>
    /// <exception cref="UserErrorException">The URL with the parameter values inserted is not valid.</exception>
    public HttpRequestMessage CreateMessage() => Template.CreateMessage(IndexInKind, Values);
}
