namespace TwoTier.Load.Http.Connections;

/// <summary>Checks of a response that the HTTP handler leaves to its user with HTTP/2.</summary>
internal static class Http2Response
{
    public static void Check(HttpResponseMessage response, long length)
    {
        if (HasNoBody(response))
            CheckLength(length, "0");
        else if (response.Content.Headers.NonValidated.TryGetValues("Content-Length", out var announced))
        {
            foreach (var text in announced)
                CheckLength(length, text);
        }

        if (IsGrpc(response.Content.Headers.ContentType?.MediaType))
            CheckGrpcStatus(response);
    }

    private static bool HasNoBody(HttpResponseMessage response) =>
        response.RequestMessage?.Method == HttpMethod.Head || (int)response.StatusCode is 204 or 304;

    private static void CheckLength(long length, string announced)
    {
        var isNumber = long.TryParse(announced, NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        if (!isNumber || number != length)
        {
            throw new InvalidResponseException(
                TransportError.WrongLength,
                $"the body has {length} bytes instead of {(isNumber ? $"{number}" : "a number in content-length")}");
        }
    }

    // The status of grpc-web is in the body.
    private static bool IsGrpc(string? mediaType) =>
        mediaType is "application/grpc" || mediaType?.StartsWith("application/grpc+", StringComparison.Ordinal) == true;

    // A response without messages may have its status in the headers.
    private static void CheckGrpcStatus(HttpResponseMessage response)
    {
        var status = Find("grpc-status");
        if (status == "0")
            return;
        // Results hold no texts of headers.
        throw new InvalidResponseException(
            TransportError.GrpcStatus,
            status is null ? "no grpc-status"
                : byte.TryParse(status, out var code) ? $"grpc-status {code}" : "a grpc-status that is no number");

        string? Find(string name) => response.TrailingHeaders.TryGetValues(name, out var values)
            || response.Headers.TryGetValues(name, out values) ? string.Join(',', values) : null;
    }
}

internal sealed class InvalidResponseException(TransportError kind, string message) : IOException(message)
{
    public TransportError Kind => kind;
}
