namespace TwoTier.Load.Http;

/// <summary>The request to send for one request index, with the values of its parameters.</summary>
internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    /// <summary>The template of the request's URL.</summary>
    public TextTemplate Url => Template.GetUrl(IndexInKind);

    /// <summary>The request's URL with the parameter values inserted.</summary>
    public Uri Uri => Template.GetUri(IndexInKind, Values);

    /// <summary>Creates the HTTP message to send. The caller must dispose of the message.</summary>
    public HttpRequestMessage CreateMessage() => Template.CreateMessage(IndexInKind, Values);
}
