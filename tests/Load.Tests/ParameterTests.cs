using TwoTier.Load.Http.Parameters;

namespace Load.Tests;

public sealed class ParameterTests : LoadToolTests
{
    private const string ValueToEscape = "a\"b\\c\r\nX-Evil: 1\t/../?&=#%{}é😀";

    public static TheoryData<string, string> Kinds => new()
    {
        { "RAND_INTEGER:[-3:3]", "^(-[123]|[0-3])$" },
        { "RAND_INTEGER", @"^([1-9]\d{0,2}|1000)$" },
        { "RAND_DOUBLE:[-1.5:-0.5]", @"^-(0\.[5-9]\d*|1(\.[0-5]\d*)?)$" },
        { "RAND_STRING", "^[a-z]{3,9}$" },
        { "RAND_DATE:[2020-02-28:2020-03-01]", "^2020-0(2-2[89]|3-01)$" },
        { "RAND_DATETIME:[2020-01-01T10:00:00:2020-01-01T10:00:59]", @"^2020-01-01T10:00:[0-5]\d$" },
        { "RAND_DATETIMEOFFSET", @"^20[0-2]\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$" },
        { "RAND_NAME", "^[A-Z][a-z]+ [A-Z][a-z]+$" },
        { "RAND_GUID", "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" },
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public void GetValues_EachKindOfParameter_AreInRangeRepeatableAndVaried(string kind, string pattern)
    {
        var values = GetValues(kind, seed: 7);

        values.ShouldAllBe(value => Regex.IsMatch(value, pattern));
        values.ShouldBe(GetValues(kind, seed: 7));
        values.ShouldNotBe(GetValues(kind, seed: 8));
        values.Distinct().Count().ShouldBeGreaterThan(2, kind);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    public async Task Run_AnyNumberOfConnections_SendsTheSameRequests(int connections)
    {
        await using var server = await EchoServer.StartAsync();
        var url = server.Url + "/{{{id:RAND_INTEGER:[1:100000]}}}/{{{by:RAND_NAME}}}?at={{{at:RAND_DATETIMEOFFSET}}}";

        var (type, body) = ("Content-Type: text/plain", "{{{g:RAND_GUID}}} {{{id}}}");
        await Tool.RunAsync(url, $"-n 300 --seed 7 -c {connections}", "-H", type, "--body", body);

        var requests = TestRequests.CreateMix(
            new RequestDefinition(
                "POST", [new(url, "-u")], [HeaderLine.Parse(new(type, "-H"))], new(body, "--body")),
            7);
        var expected = Enumerable.Range(0, 300).Select(i => requests.GetRequest(i).Values)
            .Select(v => $"{v[3]} {v[0]}");
        server.ReceivedRequests.Select(got => got.Body).Order().ShouldBe(expected.Order(), Tool.Error);
        server.ReceivedRequests.Select(got => got.Path).Distinct().Count().ShouldBe(300);
    }

    [Fact]
    public async Task DryRun_ParameterValueWithSpecialCharacters_IsEscapedAsUrlHeaderOrJsonBodyRequires()
    {
        await using var server = await EchoServer.StartAsync();
        var file = new TempFile(
            ".csv", "v\n\"" + ValueToEscape.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"\n");

        var exit = await Tool.InvokeAsync(
            "dry-run", "-u", server.Url + "/{{{v}}}/end?q={{{v}}}&r=1", "-H", "X-Value: {{{v}}}",
            "-H", "Content-Type: application/json",
            "--body", """{"v":"{{{v}}}"}""", "-f", file.Path);

        exit.ShouldBe(0, Tool.Error + Tool.Output);
        var got = server.ReceivedRequests.ShouldHaveSingleItem();
        got.Path.ShouldEndWith($"?q={Uri.EscapeDataString(ValueToEscape)}&r=1");
        got.Headers["X-Value"].ShouldBe("a\"b\\cX-Evil: 1/../?&=#%{}é😀");
        got.Headers.Keys.ShouldNotContain("X-Evil");
        JsonDocument.Parse(got.Body).RootElement.GetProperty("v").GetString().ShouldBe(ValueToEscape);
    }

    [Fact]
    public void GetValue_ManyIndices_CoversRangeEvenly()
    {
        var parameter = new SeededRandomBits("id");

        var counts = Enumerable.Range(0, 10_000).CountBy(i => parameter.GetInteger(2014, i, 1, 10)).ToDictionary();

        counts.Keys.Order().ShouldBe(Enumerable.Range(1, 10).Select(i => (long)i));
        counts.Values.ShouldAllBe(count => count > 850 && count < 1150);
    }

    private static string[] GetValues(string kind, int seed)
    {
        var requests = TestRequests.CreateMix("http://h/{{{x:" + kind + "}}}", seed);
        return [.. Enumerable.Range(0, 500).Select(i => requests.GetRequest(i).Values[0])];
    }

    [Theory]
    [InlineData(".csv", "id,name\n1,\"Moreau, Ida\"\r\n2,Bo\n")]
    [InlineData(".tsv", "id\tname\r\n1\tMoreau, Ida\n2\tBo")]
    public void GetRow_IndexBeyondLastRow_StartsAgainAtFirstRow(string extension, string text)
    {
        var rows = ParameterFile.Read(new TempFile(extension, text).Path);

        rows.Names.ShouldBe(["id", "name"]);
        rows.GetRow(0).ShouldBe(["1", "Moreau, Ida"]);
        rows.GetRow(1).ShouldBe(["2", "Bo"]);
        rows.GetRow(2).ShouldBe(["1", "Moreau, Ida"]);
        rows.GetRow((1L << 40) + 1).ShouldBe(["2", "Bo"]);
    }

    [Fact]
    public void GetRow_RowCountIsPowerOfTwo_RoundsAndWarmupsBeginAtDifferentRows()
    {
        var text = $"id\n{string.Join('\n', Enumerable.Range(0, 16))}\n";
        var rows = ParameterFile.Read(new TempFile(".csv", text).Path);
        int[] rounds = [0, 1, 2, 3];

        var first = rounds.Select(round => rows.GetRow(ExperimentPlan.GetFirstIndex(round))[0])
            .Concat(rounds.Select(round => rows.GetRow(ExperimentPlan.GetFirstWarmupIndex(round))[0]))
            .ToArray();

        first.ShouldBeUnique();
        first[0].ShouldBe("0");
        rows.GetRow(int.MaxValue)[0].ShouldBe("15", "Requests of a run take the rows in order.");
    }

    [Theory]
    [InlineData(".csv", "id,id\n1,2\n", ":1: the header is id, id; expected a unique name")]
    [InlineData(".csv", "id,name\n1,a\n2\n", ":3: the number of values is 1; expected 2 (id, name)")]
    public void Read_InvalidFile_ReportsFileAndLine(string extension, string text, string expected)
    {
        var path = new TempFile(extension, text).Path;

        var message = Should.Throw<FormatException>(() => ParameterFile.Read(path)).Message;

        message.ShouldContain(path);
        message.ShouldContain(expected);
    }

    [Fact]
    public async Task Run_Plugin_SendsPluginValues()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        await Tool.RunAsync(
            server.Url + "/{{{double}}}/{{{half}}}/{{{day}}}/{{{odd}}}", "-n 4", "-p", typeof(RequestPlugin).Assembly.Location);

        server.RequestedPaths.Order().ShouldBe(
            ["/0/0/2020-01-01/false", "/2/0.5/2020-01-02/true", "/4/1/2020-01-03/false", "/6/1.5/2020-01-04/true"]);
    }
}
