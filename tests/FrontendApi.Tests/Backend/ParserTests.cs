namespace FrontendApi.Tests.Backend;

/// <summary>
/// Tests what each parser does with an unusual body: the right document, one with replaced characters, or a status 502.
/// None of it may cause a status 500. docs/parsers.md has the same table.
/// </summary>
public sealed class ParserTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Name = "Zoë";
    private const string Json = "application/json";

    private static readonly string[] Strategies =
        ["webclient-sync", "string-jsonconvert", "read-as-async", "buffered-stj", "get-stream-stj", "get-from-json"];

    private static readonly string Customer = BackendDocuments.GetCustomer(1).Replace("Ada", Name, StringComparison.Ordinal);

    /// <summary>The bodies, and what each strategy makes of them: one word if all do the same.</summary>
    private static readonly Dictionary<string, (string? MediaType, byte[] Body, string Expected)> Bodies = new()
    {
        ["UTF-8"] = (Json, Encode(Customer), "right"),
        ["UTF-8 with a byte order mark"] = (Json, [0xEF, 0xBB, 0xBF, .. Encode(Customer)], "right"),
        ["UTF-8 with the charset iso-8859-1"] = ($"{Json}; charset=iso-8859-1", Encode(Customer), "right altered right altered right altered"),
        ["UTF-8 with the charset utf-16"] = ($"{Json}; charset=utf-16", Encode(Customer), "right 502 502 502 right 502"),
        ["UTF-8 with an unknown charset"] = ($"{Json}; charset=nonsense", Encode(Customer), "right 502 right 502 right 502"),
        ["UTF-8 with a character cut off at the end"] = (Json, [.. Encode(Customer), 0xE2, 0x82], "502 502 right 502 502 502"),
        ["ISO 8859-1"] = (Json, Encoding.Latin1.GetBytes(Customer), "altered altered 502 502 502 502"),
        ["ISO 8859-1 with its charset"] = ($"{Json}; charset=iso-8859-1", Encoding.Latin1.GetBytes(Customer), "altered right 502 right 502 right"),
        ["UTF-16"] = (Json, Encoding.Unicode.GetBytes(Customer), "502"),
        ["UTF-16 with a byte order mark"] = (Json, [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Customer)], "right right right 502 502 502"),
        ["UTF-16 with its charset"] = ($"{Json}; charset=utf-16", Encoding.Unicode.GetBytes(Customer), "502 right right right 502 right"),
        ["no media type"] = (null, Encode(Customer), "right right 502 right right right"),
        ["text/json"] = ("text/json", Encode(Customer), "right"),
        ["application/problem+json"] = ("application/problem+json", Encode(Customer), "right right 502 right right right"),
        ["text/html"] = ("text/html", Encode(Customer), "right right 502 right right right"),
        ["application/xml"] = ("application/xml", Encode(Customer), "right right 502 right right right"),
        ["invalid media type"] = ("nonsense;;;", Encode(Customer), "right right 502 right right right"),
        ["half a surrogate pair"] = (Json, Replace("\"p\"", "\"\\ud800\""), "right right right 502 502 502"),
        ["control characters"] = (Json, Replace("\"p\"", "\"\0\u0001\""), "right right right 502 502 502"),
        ["comment"] = (Json, Encode($"/* ! */{Customer}"), "right right right 502 502 502"),
        ["single quotes"] = (Json, Encode(Customer.Replace('"', '\'')), "right right right 502 502 502"),
        ["trailing comma"] = (Json, Replace("13]", "13,]"), "right right right 502 502 502"),
        ["text after the document"] = (Json, Encode(Customer + "x"), "502 502 right 502 502 502"),
        ["number in quotes"] = (Json, Replace("\"id\":1", "\"id\":\"1\""), "right"),
        ["number with a fraction"] = (Json, Replace("\"id\":1", "\"id\":1.0"), "502"),
        ["member twice"] = (Json, Replace("\"id\":1", "\"id\":2,\"id\":1"), "right"),
        ["member $ref"] = (Json, Replace("{\"id\":1", "{\"$ref\":\"1\",\"id\":1"), "502 502 502 right right right"),
        ["members missing"] = (Json, Encode(Customer.Replace("registeredAt", "x").Replace("address", "x")), "right"),
        ["time with an offset of 99 hours"] = (Json, Replace("+02:00", "+99:00"), "502"),
        ["time later than .NET allows"] = (Json, Replace("2013-05-06T07:08:09.1234567", "9999-12-31T24:00:00"), "502"),
    };

    public static TheoryData<string> Names => [.. Bodies.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task UnusualBody_GetCustomer_IsReadOrRefusedByEachParser(string body)
    {
        var (mediaType, bytes, expected) = Bodies[body];
        var frontend = await frontends.GetAsync(Respond.WithCustomer(async context =>
        {
            context.Response.ContentType = mediaType;
            await context.Response.Body.WriteAsync(bytes);
        }));
        var responses = new List<string>();

        foreach (var strategy in Strategies)
            responses.Add(Describe(await frontend.GetAsync($"/api/customer/1?strategy={strategy}")));

        (responses.Distinct().Count() is 1 ? responses[0] : string.Join(' ', responses)).ShouldBe(expected);
    }

    private static string Describe((int Status, string Body) response) => response.Status is not 200
        ? $"{response.Status}"
        : JsonDocument.Parse(response.Body).RootElement.GetProperty("name").GetString() is Name ? "right" : "altered";

    private static byte[] Encode(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Replace(string text, string replacement) =>
        Encode(Customer.Replace(text, replacement, StringComparison.Ordinal));
}
