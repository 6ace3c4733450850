using System.Buffers;
using System.Net;

namespace TwoTier.Load.Http;

/// <summary>The request to send for one request index, with the values of its parameters.</summary>
internal readonly record struct PlannedRequest(
    int KindIndex, RequestKind Kind, RequestTemplate Template, long IndexInKind, string[] Values)
{
    /// <summary>The template of the request's URL.</summary>
    public TextTemplate Url => Template.GetUrl(IndexInKind);

    /// <summary>The request's URL with the parameter values inserted.</summary>
    public Uri Uri => Template.GetUri(IndexInKind, Values);

    /// <summary>Renders the bytes to send; null if an HTTP handler must send the request.</summary>
    public RequestBytes? TryRender(string? traceparent, ArrayBufferWriter<byte> buffer) =>
        Template.TryRender(IndexInKind, Values, traceparent, buffer);

    /// <summary>Creates the HTTP message to send. The caller must dispose of the message.</summary>
    public HttpRequestMessage CreateMessage() => Template.CreateMessage(IndexInKind, Values);
}

/// <summary>The bytes of a request in HTTP/1.1, and what the sender must know of it.</summary>
internal sealed record RequestBytes(
    DnsEndPoint Server, ReadOnlyMemory<byte> Bytes, bool IsHead, bool IsLastOnConnection);

/// <summary>
/// A request that was created but not yet sent: the bytes that are written to a socket, or a message for an HTTP
/// handler.
/// </summary>
internal readonly record struct PreparedRequest(
    long Index, PlannedRequest Planned, RequestBytes? Bytes, HttpRequestMessage? Message)
{
    /// <summary>The id of the distributed trace of the request; null if the request is not traced.</summary>
    public string? TraceId { get; init; }
}
