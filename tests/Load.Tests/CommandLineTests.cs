using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class CommandLineTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData("run", "Option '--url' is required")]
    [InlineData("run -u localhost:5100", "-u error \"localhost:5100\" has no scheme. Try http://localhost:5100")]
    [InlineData("run -u http://h -c 0", "-c error found 0, expected 1 to 10000")]
    [InlineData("run -u http://h -n many", "-n error found many, expected 1 to")]
    [InlineData("run -u http://h -n 5 --duration 5s", "-n error found --duration too, expected one of them")]
    [InlineData("run -u http://h --duration 5", "--duration error found \"5\", expected a number and a unit")]
    [InlineData("run -u http://h --timeout 0s", "--timeout error found \"0s\", expected 1 ms")]
    [InlineData("run -u http://h --nonsense", "'--nonsense'")]
    [InlineData("run -u http://h/{{{n:RAND_GUID}}}", "There is: RAND_INTEGER")]
    [InlineData("run -u http://h --rate 1000", "--rate error found \"1000\", expected a number and a unit of time")]
    [InlineData("run -u http://h --ramp 100/s", "--ramp error found \"100/s\", expected two rates, such as 100/s..1000/s")]
    [InlineData("run -u http://h --steps 100/s,x", "--steps error found \"x\", expected a number and a unit of time")]
    [InlineData("run -u http://h --rate 1/s --burst 1", "--rate error found --burst too, expected one of them")]
    [InlineData("run -u http://h --steps 1/s --duration 1s", "--duration error found --steps too, expected one of them")]
    [InlineData("run -u http://h --ramp 1/s..2/s -n 5", "-n error found --ramp too, expected one of them")]
    [InlineData("run -u http://h --burst 5 -c 2", "-c error found --burst too, expected one of them")]
    [InlineData("run -u http://h --burst 1,0", "--burst error found \"1,0\", expected numbers from 1 to 10000")]
    [InlineData("run -u http://h --poisson", "--poisson error found no rate. Try --rate 1000/s --poisson")]
    [InlineData("run -u http://h --max-backlog -1", "--max-backlog error found -1, expected 0 to")]
    [InlineData("run -u http://h --min-sent 99", "--min-sent error found \"99\", expected 0% to 100%")]
    [InlineData("run -u http://h --max-lateness 1", "--max-lateness error found \"1\", expected a number and a unit")]
    [InlineData("run -u http://h --rate 1000 -n 5", "--rate error found \"1000\"")]
    [InlineData("run -u http://h --rate 1000/s -n x", "-n error found x")]
    [InlineData("run -u http://h --hgrm .", "--hgrm error found \".\", expected a file")]
    [InlineData("run -u http://h --pass p99", "--pass error found \"p99\", expected")]
    [InlineData("run -u http://h --name a/b", "--name error found \"a/b\"")]
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
