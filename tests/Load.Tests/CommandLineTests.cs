using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class CommandLineTests
{
    private readonly LoadTool _tool = new();

    [Theory]
    [InlineData("run", "Option '--url' is required")]
    [InlineData("run -u localhost:5100", "-u error \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("run -u http://h -c 0", "-c error found 0, expected 1 to 10000")]
    [InlineData("run -u http://h -n many", "-n error found many, expected 1 to")]
    [InlineData("run -u http://h -n 5 --duration 5s", "-n error found --duration too, expected one of them")]
    [InlineData("run -u http://h --duration 5", "--duration error found \"5\", expected a number and a unit")]
    [InlineData("run -u http://h --timeout 0s", "--timeout error found \"0s\", expected 1 ms")]
    [InlineData("run -u http://h --nonsense", "'--nonsense'")]
    [InlineData("run -u http://h/{{{n:RAND_NUMBER}}}", "-u error unknown kind RAND_NUMBER")]
    [InlineData("compare -u http://h", "Option '--vary' is required")]
    [InlineData("compare -u http://h --vary strategy=a", "--vary error found \"strategy=a\", expected two values or more")]
    [InlineData("compare -u http://h --vary s=a,b --baseline c", "--baseline error found c, expected one of a, b")]
    [InlineData("compare -u http://h --vary s=a,b --rounds 1", "--rounds error found 1, expected 2 to")]
    [InlineData("compare -u http://h --vary s=a,b --tier back-end", "--tier error found \"back-end\", expected name=http://host:port")]
    [InlineData("compare -u http://h --vary s=a,b --name a/b", "--name error found \"a/b\"")]
    [InlineData("compare -u http://h --vary s=a,b@httpnonsense", "\"httpnonsense\" is not a base URL")]
    [InlineData("nonsense", "'nonsense'")]
    public async Task Invoke_Mistake_SaysWhatAndWhereWithoutATrace(string line, string expected)
    {
        var exit = await _tool.InvokeAsync(line.Split(' '));

        exit.ShouldBe(ExitCode.Usage);
        _tool.Error.ShouldContain(expected);
        _tool.Error.ShouldContain("Nothing was sent");
        _tool.Error.ShouldNotContain("   at ");
        _tool.Output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Invoke_SeveralMistakes_SaysAllAtOnce()
    {
        await _tool.InvokeAsync("run", "-u", "localhost:5100", "-c", "0", "--warmup", "soon", "--bogus");

        _tool.Error.ShouldContain("-u error");
        _tool.Error.ShouldContain("-c error");
        _tool.Error.ShouldContain("--warmup error");
        _tool.Error.ShouldContain("--bogus");
    }

    [Fact]
    public async Task Invoke_FolderThatCannotBe_SaysSoBeforeItMeasures()
    {
        var underAFile = Path.Combine(Environment.ProcessPath!, "x");

        var exit = await _tool.InvokeAsync("compare", "-u", "http://127.0.0.1:1", "--vary", "s=a,b", "--out", underAFile);

        exit.ShouldBe(ExitCode.Usage);
        _tool.Error.ShouldContain("--out error");
    }
}
