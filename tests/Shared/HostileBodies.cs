namespace Testing;

/// <summary>
/// A POST request that an ingestion route must reject, and the status that it must return. The headers lack Host, and
/// each has its line break. The parts of the body are sent one after the other, until the response arrives.
/// </summary>
internal sealed record HostileBody(string Name, int Status, string Headers, IEnumerable<byte[]> Parts)
{
    public TimeSpan Pause { get; init; }

    /// <summary>Whether the sender closes its side of the connection early. Not every server responds then.</summary>
    public bool IsCutOff { get; init; }

    public override string ToString() => Name;
}

/// <summary>What both services must reject with the default limits: 65,536 bytes, and 32 levels of JSON.</summary>
internal static class HostileBodies
{
    private const int Limit = 65_536;
    private const string JsonContentType = "Content-Type: application/json\r\n";
    private const string ChunkedEncoding = "Transfer-Encoding: chunked\r\n";
    private const string ValidBody = """{"data":"{'job_id':'1'}"}""";

    public static readonly IReadOnlyList<HostileBody> All =
    [
        CreateBody("a trailing comma", """{"data":"{}",}"""),
        CreateBody("two documents", ValidBody + ValidBody),
        CreateBody("NUL after the document", ValidBody + "\0"),
        CreateBody("33 levels of nesting in an ignored member", $$"""{"data":"{}","x":{{CreateNestedArrays(32)}}}"""),
        CreateBody("null", "null"),
        CreateBody("data is null", """{"data":null}"""),
        CreateBody("data twice, once escaped", """{"data":"{}","\u0064ata":"{}"}"""),
        CreateDataBody("text: two documents", "{'a':1} {'a':2}"),
        CreateDataBody("text: 33 levels", CreateNestedArrays(33)),
        CreateBody("a byte that is not valid in UTF-8", [.. EncodeUtf8("{\"data\":\"'"), 0xFF, .. EncodeUtf8("'\"}")]),
        CreateBody("half a surrogate pair in UTF-8", [.. EncodeUtf8("{\"data\":\"'"), 0xED, 0xA0, 0x80, .. EncodeUtf8("'\"}")]),
        CreateBodyWithContentType("plain text", "Content-Type: text/plain\r\n"),
        CreateBodyWithContentType("another kind of JSON", "Content-Type: application/problem+json\r\n"),
        CreateBodyWithContentType("the charset UTF-16", "Content-Type: application/json; charset=utf-16\r\n"),
        CreateBodyWithContentType("Content-Encoding gzip", JsonContentType + "Content-Encoding: gzip\r\n"),
        new("a byte over the limit", 413, JsonContentType + FormatContentLength(Limit + 1), [EncodeUtf8(CreatePaddedBody(Limit + 1))]),
        new(
            "a chunked body over the limit", 413, JsonContentType + ChunkedEncoding,
            [FormatChunk(EncodeUtf8(CreatePaddedBody(Limit + 1))), FormatChunk([])]),
        new("endless chunks", 413, JsonContentType + ChunkedEncoding, Enumerable.Repeat(FormatChunk(new byte[Limit]), 10_000)),
        new("fewer bytes than announced", 400, JsonContentType + FormatContentLength(100), [EncodeUtf8(ValidBody)]) { IsCutOff = true },
        new("no last chunk", 400, JsonContentType + ChunkedEncoding, [FormatChunk(EncodeUtf8(ValidBody))]) { IsCutOff = true },
        new("a chunk without a size", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8("ZZ\r\n"), EncodeUtf8(ValidBody)]),
    ];

    /// <summary>Requests whose body arrives too slowly or never. They must be rejected after 5 to 10 s.</summary>
    public static readonly IReadOnlyList<HostileBody> SlowBodies =
    [
        new("one-byte chunks", 408, JsonContentType + ChunkedEncoding, Enumerable.Repeat(FormatChunk(EncodeUtf8(" ")), 600))
        {
            Pause = TimeSpan.FromMilliseconds(100),
        },
        new("never arrives", 408, JsonContentType + FormatContentLength(100), []),
    ];

    /// <summary>The requests that only Kestrel rejects: Go's server accepts them, or waits for the rest.</summary>
    public static readonly IReadOnlyList<HostileBody> KestrelBodies =
    [
        new("a chunk of fffffffff bytes", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8("fffffffff\r\nabc")]),
        CreateBodyWithTrailer("a trailer that is not UTF-8", [(byte)'X', (byte)':', 0xFF]),
    ];

    public static string CreatePaddedBody(int length) => $$"""{"data":"'{{new string('x', length - 13)}}'"}""";

    public static string CreateNestedArrays(int levels) => new string('[', levels) + new string(']', levels);

    private static HostileBody CreateBody(string name, string body) => CreateBody(name, EncodeUtf8(body));

    private static HostileBody CreateBody(string name, byte[] body) =>
        new(name, 400, JsonContentType + FormatContentLength(body.Length), [body]);

    private static HostileBody CreateDataBody(string name, string text) =>
        CreateBody(name, JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, string> { ["data"] = text }));

    private static HostileBody CreateBodyWithContentType(string name, string headers) =>
        new(name, 415, headers + FormatContentLength(ValidBody.Length), [EncodeUtf8(ValidBody)]);

    private static HostileBody CreateBodyWithTrailer(string name, ReadOnlySpan<byte> trailer) =>
        new(name, 400, JsonContentType + ChunkedEncoding,
            [[.. FormatChunk(EncodeUtf8(ValidBody)), .. "0\r\n"u8, .. trailer, .. "\r\n\r\n"u8]]);

    private static byte[] FormatChunk(byte[] bytes) => [.. EncodeUtf8($"{bytes.Length:x}\r\n"), .. bytes, .. "\r\n"u8];

    private static string FormatContentLength(long bytes) => $"Content-Length: {bytes}\r\n";

    private static byte[] EncodeUtf8(string text) => Encoding.UTF8.GetBytes(text);
}
