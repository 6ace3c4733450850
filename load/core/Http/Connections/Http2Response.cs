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
    }

    private static bool HasNoBody(HttpResponseMessage response) =>
        response.RequestMessage?.Method == HttpMethod.Head || (int)response.StatusCode is 204 or 304;

    private static void CheckLength(long length, string announced)
    {
        var isNumber = long.TryParse(announced, NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        if (!isNumber || number != length)
        {
            throw new WrongLengthException(
                $"the body has {length} bytes instead of {(isNumber ? $"{number}" : "a number in content-length")}");
        }
    }
}

internal sealed class WrongLengthException(string message) : IOException(message);
