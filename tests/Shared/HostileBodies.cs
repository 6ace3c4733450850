using System.Text;

namespace Testing;

/// <summary>
/// The bytes of a POST request that an ingestion route must reject, and the HTTP status that the route must return.
/// </summary>
/// <param name="Name">The error in the request.</param>
/// <param name="Status">The status that the front-end and the back-end must return.</param>
/// <param name="Headers">The request headers except Host, each with its line break.</param>
/// <param name="Parts">
/// The parts of the body, which are sent one after the other. Sending stops when the response arrives.
/// </param>
internal sealed record HostileBody(string Name, int Status, string Headers, IEnumerable<byte[]> Parts)
{
    /// <summary>The pause between sending two parts of the request body.</summary>
    public TimeSpan Pause { get; init; }

    /// <summary>
    /// Whether the sender closes its side of the connection before it has sent the whole announced body. Not every
    /// server responds in that case.
    /// </summary>
    public bool IsCutOff { get; init; }

    public override string ToString() => Name;
}

/// <summary>
/// The requests that both the front-end and the back-end must reject with the default limits: a body of 65,536 bytes,
/// and JSON nested to 32 levels.
/// </summary>
internal static class HostileBodies
{
    private const int Limit = 65_536;
    private const string JsonContentType = "Content-Type: application/json\r\n";
    private const string ChunkedEncoding = "Transfer-Encoding: chunked\r\n";
    private const string ValidBody = """{"data":"{'job_id':'1'}"}""";

    /// <summary>The hostile requests that the front-end and the back-end must reject immediately.</summary>
    public static readonly IReadOnlyList<HostileBody> All =
    [
        // Not JSON.
        CreateBody("empty", ""),
        CreateBody("a word", "hello"),
        CreateBody("single quotes outside", "{'data':'{}'}"),
        CreateBody("a name without quotes", """{data:"{}"}"""),
        CreateBody("a trailing comma", """{"data":"{}",}"""),
        CreateBody("a comment", """{"data":"{}" /* no */}"""),
        CreateBody("two documents", ValidBody + ValidBody),
        CreateBody("no closing brace", """{"data":"{}" """),
        CreateBody("an unknown escape", """{"data":"\x7b\x7d"}"""),
        CreateBody("NUL after the document", ValidBody + "\0"),
        CreateBody("20,000 arrays", new string('[', 20_000)),
        CreateBody("33 levels of nesting in an ignored member", $$"""{"data":"{}","x":{{CreateNestedArrays(32)}}}"""),
        // Another shape.
        CreateBody("an array", "[]"),
        CreateBody("a number", "42"),
        CreateBody("a number of 60,000 digits", new string('9', 60_000)),
        CreateBody("null", "null"),
        CreateBody("another member", """{"date":"{}"}"""),
        CreateBody("data is null", """{"data":null}"""),
        CreateBody("the member data is a number with a huge exponent", $$"""{"data":1e{{new string('9', 1_000)}}}"""),
        CreateBody("data is an object", """{"data":{}}"""),
        CreateBody("data twice", """{"data":"{}","data":"{}"}"""),
        CreateBody("the member data twice, once in capitals", """{"data":"{}","DATA":"{}"}"""),
        // A text in the payload that is not JSON.
        CreateDataBody("text: empty", ""),
        CreateDataBody("text: an unterminated string", "{'a':'1}"),
        CreateDataBody("text: two documents", "{'a':1} {'a':2}"),
        CreateDataBody("text: 33 levels", CreateNestedArrays(33)),
        CreateDataBody("text: 10,000 levels", CreateNestedArrays(10_000)),
        CreateDataBody("text: an integer of 1,000 digits", new string('9', 1_000)),
        // Another encoding.
        CreateBody("UTF-16, little-endian, with a byte order mark", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(ValidBody)]),
        CreateBody("a byte order mark", [0xEF, 0xBB, 0xBF, .. EncodeUtf8(ValidBody)]),
        CreateBody("a byte that is not valid in UTF-8", [.. EncodeUtf8("{\"data\":\"'"), 0xFF, .. EncodeUtf8("'\"}")]),
        CreateBody("an overlong UTF-8 slash", [.. EncodeUtf8("{\"data\":\"'"), 0xC0, 0xAF, .. EncodeUtf8("'\"}")]),
        CreateBody("half a surrogate pair in UTF-8", [.. EncodeUtf8("{\"data\":\"'"), 0xED, 0xA0, 0x80, .. EncodeUtf8("'\"}")]),
        CreateBody("half a surrogate pair as an escape", """{"data":"'\ud800'"}"""),
        CreateBody("gzip without Content-Encoding", [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]),
        // Another media type.
        CreateBodyWithContentType("no Content-Type", ""),
        CreateBodyWithContentType("plain text", "Content-Type: text/plain\r\n"),
        CreateBodyWithContentType("the Content-Type of a form", "Content-Type: application/x-www-form-urlencoded\r\n"),
        CreateBodyWithContentType("another kind of JSON", "Content-Type: application/problem+json\r\n"),
        CreateBodyWithContentType("the charset UTF-16", "Content-Type: application/json; charset=utf-16\r\n"),
        CreateBodyWithContentType("an unknown charset", "Content-Type: application/json; charset=nonsense\r\n"),
        CreateBodyWithContentType("Content-Encoding gzip", JsonContentType + "Content-Encoding: gzip\r\n"),
        // Too large.
        new("a byte over the limit", 413, JsonContentType + FormatContentLength(Limit + 1), [EncodeUtf8(CreatePaddedBody(Limit + 1))]),
        new("a terabyte announced", 413, JsonContentType + FormatContentLength(1_000_000_000_000), []),
        new(
            "a chunked body over the limit", 413, JsonContentType + ChunkedEncoding,
            [FormatChunk(EncodeUtf8(CreatePaddedBody(Limit + 1))), FormatChunk([])]),
        new("endless chunks", 413, JsonContentType + ChunkedEncoding, Enumerable.Repeat(FormatChunk(new byte[Limit]), 10_000)),
        // Cut off.
        new("fewer bytes than announced", 400, JsonContentType + FormatContentLength(100), [EncodeUtf8(ValidBody)]) { IsCutOff = true },
        new("no last chunk", 400, JsonContentType + ChunkedEncoding, [FormatChunk(EncodeUtf8(ValidBody))]) { IsCutOff = true },
        new("a chunk without a size", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8("ZZ\r\n"), EncodeUtf8(ValidBody)]),
        new("a chunk longer than its announced size", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8($"3\r\n{ValidBody}\r\n0\r\n\r\n")]),
    ];

    /// <summary>
    /// The hostile requests whose body arrives too slowly or never, and which must be rejected after 5 to 10 s.
    /// </summary>
    public static readonly IReadOnlyList<HostileBody> SlowBodies =
    [
        new("one byte at a time", 408, JsonContentType + FormatContentLength(600), CreateSingleByteParts(600)) { Pause = SlowPause },
        new("one-byte chunks", 408, JsonContentType + ChunkedEncoding, CreateSingleByteParts(600).Select(FormatChunk)) { Pause = SlowPause },
        new("never arrives", 408, JsonContentType + FormatContentLength(100), []),
        new("stops halfway", 408, JsonContentType + FormatContentLength(ValidBody.Length), [EncodeUtf8(ValidBody[..10])]),
    ];

    /// <summary>
    /// The hostile requests that only Kestrel rejects: Go's server accepts them, or waits for the rest of the chunk.
    /// </summary>
    public static readonly IReadOnlyList<HostileBody> KestrelBodies =
    [
        new("a chunk of 80000000 bytes", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8("80000000\r\nabc")]),
        new("a chunk of fffffffff bytes", 400, JsonContentType + ChunkedEncoding, [EncodeUtf8("fffffffff\r\nabc")]),
        CreateBodyWithTrailer("NUL in a trailer's value", "X: \0"u8),
        CreateBodyWithTrailer("NUL in a trailer's name", "X\0: 1"u8),
        CreateBodyWithTrailer("a trailer without a colon", "X"u8),
        CreateBodyWithTrailer("a trailer that is not UTF-8", [(byte)'X', (byte)':', 0xFF]),
    ];

    private static TimeSpan SlowPause => TimeSpan.FromMilliseconds(100);

    /// <summary>Creates a valid JSON body of the given number of bytes.</summary>
    public static string CreatePaddedBody(int length) => $$"""{"data":"'{{new string('x', length - 13)}}'"}""";

    /// <summary>Creates JSON arrays that are nested to the given number of levels.</summary>
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

    private static IEnumerable<byte[]> CreateSingleByteParts(int bytes) => Enumerable.Repeat(EncodeUtf8(" "), bytes);

    private static byte[] FormatChunk(byte[] bytes) => [.. EncodeUtf8($"{bytes.Length:x}\r\n"), .. bytes, .. "\r\n"u8];

    private static string FormatContentLength(long bytes) => $"Content-Length: {bytes}\r\n";

    private static byte[] EncodeUtf8(string text) => Encoding.UTF8.GetBytes(text);
}
