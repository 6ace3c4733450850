namespace FrontendApi.Tests.Backend;

/// <summary>
/// Compares the table in docs/parsers.md with what each parser does with an unusual body: the right document, a
/// document with replaced characters, or a status 502. None of it may cause a status 500.
/// </summary>
public sealed class ParserTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const string Name = "Zoë";
    private const string Json = "application/json";

    private static readonly string Page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "parsers.md"));

    private static readonly string[] Strategies =
        ["webclient-sync", "string-jsonconvert", "read-as-async", "buffered-stj", "get-stream-stj", "get-from-json"];

    private static readonly string Customer = BackendDocuments.GetCustomer(1).Replace("Ada", Name, StringComparison.Ordinal);

    private static readonly Dictionary<string, (string? MediaType, byte[] Body)> Bodies = new()
    {
        ["UTF-8"] = (Json, Encode(Customer)),
        ["UTF-8 with a byte order mark"] = (Json, [0xEF, 0xBB, 0xBF, .. Encode(Customer)]),
        ["UTF-8 with the charset iso-8859-1"] = ($"{Json}; charset=iso-8859-1", Encode(Customer)),
        ["UTF-8 with the charset utf-16"] = ($"{Json}; charset=utf-16", Encode(Customer)),
        ["UTF-8 with an unknown charset"] = ($"{Json}; charset=nonsense", Encode(Customer)),
        ["UTF-8 with a character cut off at the end"] = (Json, [.. Encode(Customer), 0xE2, 0x82]),
        ["ISO 8859-1"] = (Json, Encoding.Latin1.GetBytes(Customer)),
        ["ISO 8859-1 with its charset"] = ($"{Json}; charset=iso-8859-1", Encoding.Latin1.GetBytes(Customer)),
        ["UTF-16"] = (Json, Encoding.Unicode.GetBytes(Customer)),
        ["UTF-16 with a byte order mark"] = (Json, [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Customer)]),
        ["UTF-16 with its charset"] = ($"{Json}; charset=utf-16", Encoding.Unicode.GetBytes(Customer)),
        ["no media type"] = (null, Encode(Customer)),
        ["text/json"] = ("text/json", Encode(Customer)),
        ["application/problem+json"] = ("application/problem+json", Encode(Customer)),
        ["text/html"] = ("text/html", Encode(Customer)),
        ["application/xml"] = ("application/xml", Encode(Customer)),
        ["invalid media type"] = ("nonsense;;;", Encode(Customer)),
        ["half a surrogate pair"] = (Json, Replace("\"p\"", "\"\\ud800\"")),
        ["control characters"] = (Json, Replace("\"p\"", "\"\0\u0001\"")),
        ["comment"] = (Json, Encode($"/* ! */{Customer}")),
        ["single quotes"] = (Json, Encode(Customer.Replace('"', '\''))),
        ["trailing comma"] = (Json, Replace("13]", "13,]")),
        ["text after the document"] = (Json, Encode(Customer + "x")),
        ["number in quotes"] = (Json, Replace("\"id\":1", "\"id\":\"1\"")),
        ["number with a fraction"] = (Json, Replace("\"id\":1", "\"id\":1.0")),
        ["member twice"] = (Json, Replace("\"id\":1", "\"id\":2,\"id\":1")),
        ["member $ref"] = (Json, Replace("{\"id\":1", "{\"$ref\":\"1\",\"id\":1")),
        ["members missing"] = (Json, Encode(Customer.Replace("registeredAt", "x").Replace("address", "x"))),
        ["time with an offset of 99 hours"] = (Json, Replace("+02:00", "+99:00")),
        ["time later than .NET allows"] = (Json, Replace("2013-05-06T07:08:09.1234567", "9999-12-31T24:00:00")),
    };

    public static TheoryData<string> Names => [.. Bodies.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task UnusualBody_GetCustomer_BecomesWhatThePageSays(string body)
    {
        var (mediaType, bytes) = Bodies[body];
        var frontend = await frontends.GetAsync(Respond.WithCustomer(async context =>
        {
            context.Response.ContentType = mediaType;
            await context.Response.Body.WriteAsync(bytes);
        }));
        var answers = new List<string>();

        foreach (var strategy in Strategies)
            answers.Add(Describe(await frontend.GetAsync($"/api/customer/1?strategy={strategy}")));

        // The table has the bodies about which the parsers differ, and a list below it has the others.
        var lines = Page.Split('\n');
        var rows = lines.Where(line => line.StartsWith($"| {body} |", StringComparison.Ordinal));
        if (answers.Distinct().ToArray() is [var answer])
        {
            rows.ShouldBeEmpty();
            lines.Single(line => line.StartsWith($"- All {answer}: ", StringComparison.Ordinal))
                .Split(": ", 2)[1].Split("; ").ShouldContain(body);
        }
        else
        {
            rows.ShouldBe([$"| {body} | {string.Join(" | ", answers)} |"]);
        }
    }

    private static string Describe((int Status, string Body) response) => response.Status is not 200
        ? $"{response.Status}"
        : JsonDocument.Parse(response.Body).RootElement.GetProperty("name").GetString() is Name ? "right" : "altered";

    private static byte[] Encode(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Replace(string text, string replacement) =>
        Encode(Customer.Replace(text, replacement, StringComparison.Ordinal));
}
