namespace Load.Tests;

public sealed class DataSourceTests
{
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

        var tool = new LoadTool();
        await tool.RunAsync(
            server.Url + "/{{{double}}}/{{{half}}}/{{{day}}}/{{{odd}}}", "-n 4", "-p", typeof(RequestPlugin).Assembly.Location);

        server.RequestedPaths.Order().ShouldBe(
            ["/0/0/2020-01-01/false", "/2/0.5/2020-01-02/true", "/4/1/2020-01-03/false", "/6/1.5/2020-01-04/true"]);
    }
}
