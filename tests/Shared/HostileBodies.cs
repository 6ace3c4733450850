using System.Globalization;
using System.Text;
using System.Text.Json;

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
    private const string ValidBody = """{"data":"{'job_id':'1'}"}""";

    /// <summary>The hostile requests that the front-end and the back-end must reject immediately.</summary>
    public static readonly IReadOnlyList<HostileBody> All =
    [
        .. NotJson(), .. WrongShape(), .. WrongText(), .. WrongEncoding(), .. WrongType(), .. TooLarge(), .. CutOff(),
    ];

    /// <summary>
    /// The hostile requests whose body arrives too slowly or never, and which must be rejected after 5 to 10 s.
    /// </summary>
    public static readonly IReadOnlyList<HostileBody> SlowBodies =
    [
        new("one byte at a time", 408, Json + Length(600), SingleBytes(600)) { Pause = SlowPause },
        new("one-byte chunks sent slowly, one after the other", 408, Json + Chunked, SingleBytes(600).Select(Chunk))
        {
            Pause = SlowPause,
        },
        new("never arrives", 408, Json + Length(100), []),
        new("stops halfway", 408, Json + Length(ValidBody.Length), [Bytes(ValidBody[..10])]),
    ];

    private static TimeSpan SlowPause => TimeSpan.FromMilliseconds(100);

    private static string Json => "Content-Type: application/json\r\n";

    private static string Chunked => "Transfer-Encoding: chunked\r\n";

    private static IEnumerable<HostileBody> NotJson() =>
    [
        Body("empty", ""),
        Body("white space", " \r\n\t "),
        Body("a word", "hello"),
        Body("XML", "<data>{}</data>"),
        Body("a form", "data=%7B%7D"),
        Body("single quotes outside", "{'data':'{}'}"),
        Body("a name without quotes", """{data:"{}"}"""),
        Body("a trailing comma", """{"data":"{}",}"""),
        Body("a comment", """{"data":"{}" /* no */}"""),
        Body("not a number", """{"data":"{}","n":NaN}"""),
        Body("a number with a leading zero", """{"data":"{}","n":01}"""),
        Body("two documents", ValidBody + ValidBody),
        Body("text after the document", ValidBody + "x"),
        Body("no closing brace", """{"data":"{}" """),
        Body("an unterminated string", """{"data":"{}"""),
        Body("a raw line feed in a string", "{\"data\":\"{\n}\"}"),
        Body("an unknown escape", """{"data":"\x7b\x7d"}"""),
        Body("an incomplete escape", """{"data":"\u00"}"""),
        Body("NUL", "\0\0\0\0"),
        Body("NUL after the document", ValidBody + "\0"),
        Body("20,000 arrays", new string('[', 20_000)),
        Body("33 levels of nesting in an ignored member", $$"""{"data":"{}","x":{{CreateNestedArrays(32)}}}"""),
    ];

    private static IEnumerable<HostileBody> WrongShape() =>
    [
        Body("an array", "[]"),
        Body("a payload in an array", $"[{ValidBody}]"),
        Body("a string", "\"{}\""),
        Body("a number", "42"),
        Body("a number of 60,000 digits", new string('9', 60_000)),
        Body("null", "null"),
        Body("true", "true"),
        Body("no member", "{}"),
        Body("another member", """{"date":"{}"}"""),
        Body("data is null", """{"data":null}"""),
        Body("data is a number", """{"data":1}"""),
        Body("the member data is a number with a huge exponent", $$"""{"data":1e{{new string('9', 1_000)}}}"""),
        Body("data is a boolean", """{"data":true}"""),
        Body("data is an object", """{"data":{}}"""),
        Body("data is an array", """{"data":["{}"]}"""),
        Body("data twice", """{"data":"{}","data":"{}"}"""),
        Body("the member data twice, once in capitals", """{"data":"{}","DATA":"{}"}"""),
        Body("data twice, once escaped", """{"data":"{}","\u0064ata":"{}"}"""),
    ];

    private static IEnumerable<HostileBody> WrongText() =>
    [
        Data("text: empty", ""),
        Data("text: white space", "  \n"),
        Data("text: a word", "hello"),
        Data("text: no closing brace", "{'a':1"),
        Data("text: an unterminated string", "{'a':'1}"),
        Data("text: an extra bracket", "{}]"),
        Data("text: two documents", "{'a':1} {'a':2}"),
        Data("text: only a closing brace", "}"),
        Data("text: no value", "{'a':}"),
        Data("text: 33 levels", CreateNestedArrays(33)),
        Data("text: 10,000 levels", CreateNestedArrays(10_000)),
        Data("text: an integer of 1,000 digits", new string('9', 1_000)),
    ];

    private static IEnumerable<HostileBody> WrongEncoding() =>
    [
        Body("UTF-16, little-endian, with a byte order mark", [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(ValidBody)]),
        Body("UTF-16, big-endian", Encoding.BigEndianUnicode.GetBytes(ValidBody)),
        Body("UTF-32", Encoding.UTF32.GetBytes(ValidBody)),
        Body("a byte order mark", [0xEF, 0xBB, 0xBF, .. Bytes(ValidBody)]),
        Body("Latin-1", Encoding.Latin1.GetBytes("""{"data":"'é'"}""")),
        Body("a byte that is not valid in UTF-8", [.. Bytes("{\"data\":\"'"), 0xFF, .. Bytes("'\"}")]),
        Body("an overlong UTF-8 slash", [.. Bytes("{\"data\":\"'"), 0xC0, 0xAF, .. Bytes("'\"}")]),
        Body("half a surrogate pair in UTF-8", [.. Bytes("{\"data\":\"'"), 0xED, 0xA0, 0x80, .. Bytes("'\"}")]),
        Body("an invalid byte in an ignored member", [.. Bytes("{\"data\":\"{}\",\"x\":\""), 0xFF, .. Bytes("\"}")]),
        Body("half a surrogate pair as an escape", """{"data":"'\ud800'"}"""),
        Body("gzip without Content-Encoding", [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]),
    ];

    private static IEnumerable<HostileBody> WrongType() =>
    [
        CreateBodyWithContentType("no Content-Type", ""),
        CreateBodyWithContentType("plain text", "Content-Type: text/plain\r\n"),
        CreateBodyWithContentType("the Content-Type of XML", "Content-Type: application/xml\r\n"),
        CreateBodyWithContentType("the Content-Type of a form", "Content-Type: application/x-www-form-urlencoded\r\n"),
        CreateBodyWithContentType("another kind of JSON", "Content-Type: application/problem+json\r\n"),
        CreateBodyWithContentType("an invalid Content-Type", "Content-Type: ;;;\r\n"),
        CreateBodyWithContentType("the charset UTF-16", "Content-Type: application/json; charset=utf-16\r\n"),
        CreateBodyWithContentType("the charset Latin-1", "Content-Type: application/json; charset=iso-8859-1\r\n"),
        CreateBodyWithContentType("an unknown charset", "Content-Type: application/json; charset=nonsense\r\n"),
        CreateBodyWithContentType("Content-Encoding gzip", Json + "Content-Encoding: gzip\r\n"),
        CreateBodyWithContentType("Content-Encoding br", Json + "Content-Encoding: br\r\n"),
    ];

    private static IEnumerable<HostileBody> TooLarge() =>
    [
        new("a byte over the limit", 413, Json + Length(Limit + 1), [Bytes(CreatePaddedBody(Limit + 1))]),
        new("a terabyte announced", 413, Json + Length(1_000_000_000_000), []),
        new(
            "a chunked body over the limit", 413, Json + Chunked,
            [Chunk(Bytes(CreatePaddedBody(Limit + 1))), Chunk([])]),
        new("endless chunks", 413, Json + Chunked, Enumerable.Repeat(Chunk(new byte[Limit]), 10_000)),
    ];

    private static IEnumerable<HostileBody> CutOff() =>
    [
        new("fewer bytes than announced", 400, Json + Length(100), [Bytes(ValidBody)]) { IsCutOff = true },
        new("no last chunk", 400, Json + Chunked, [Chunk(Bytes(ValidBody))]) { IsCutOff = true },
        new("a chunk without a size", 400, Json + Chunked, [Bytes("ZZ\r\n"), Bytes(ValidBody)]),
        new("a chunk longer than its announced size", 400, Json + Chunked, [Bytes($"3\r\n{ValidBody}\r\n0\r\n\r\n")]),
    ];

    /// <summary>Creates a valid JSON body of the given number of bytes.</summary>
    public static string CreatePaddedBody(int length) => $$"""{"data":"'{{new string('x', length - 13)}}'"}""";

    /// <summary>Creates JSON arrays that are nested to the given number of levels.</summary>
    public static string CreateNestedArrays(int levels) => new string('[', levels) + new string(']', levels);

    private static HostileBody Body(string name, string body) => Body(name, Bytes(body));

    private static HostileBody Body(string name, byte[] body) => new(name, 400, Json + Length(body.Length), [body]);

    private static HostileBody Data(string name, string text) =>
        Body(name, JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, string> { ["data"] = text }));

    private static HostileBody CreateBodyWithContentType(string name, string headers) =>
        new(name, 415, headers + Length(ValidBody.Length), [Bytes(ValidBody)]);

    private static IEnumerable<byte[]> SingleBytes(int bytes) => Enumerable.Repeat(Bytes(" "), bytes);

    private static byte[] Chunk(byte[] bytes) => [.. Bytes($"{bytes.Length:x}\r\n"), .. bytes, .. "\r\n"u8];

    private static string Length(long bytes) =>
        string.Create(CultureInfo.InvariantCulture, $"Content-Length: {bytes}\r\n");

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
