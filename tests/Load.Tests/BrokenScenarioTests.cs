namespace Load.Tests;

public sealed class BrokenScenarioTests : LoadToolTests
{
    [Theory]
    [InlineData(
        "just a text",
        ":1:1: error: the value is \"just a text\"", "expected  a mapping of keys to values", "try       url: http")]
    [InlineData("url: URL\nurl: http://localhost:5101", "error: invalid YAML", "uplicate")]
    [InlineData(
        "url: localhost:5100", ":1:6: error: \"localhost:5100\" has no scheme", "try       http://localhost:5100")]
    [InlineData(
        "url: URL\npas: [p99 < 1s]",
        ":2:1: error: unknown key \"pas\"", "found     pas", "expected  one of url,", "try       pass:")]
    [InlineData(
        "url: URL\nrate: 1000 per second", ":2:7: error: rate cannot be \"1000 per second\"",
        "expected  a number and a unit of time", "try       rate: 1000/s")]
    [InlineData(
        "url: URL\npass:\n  - p99 < 5ms\n  - p101 < 5ms",
        ":4:5: error: pass cannot be \"p101 < 5ms\"", "expected  a metric, an operator")]
    [InlineData(
        "url: URL\nrequests:\n  - get: /customer/{{{id}}}",
        ":3:20: error: no values for the parameter {{{id}}}", "try       {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("url: URL\nbody: >\n  one\n  two {{{id}}}", ":2:7: error: no values for the parameter {{{id}}}")]
    [InlineData(
        "url: URL\nvary: strategy=a", ":2:7: error: vary cannot be \"strategy=a\"", "try       vary: strategy=a,b,c")]
    [InlineData("url: \"\\e[31mred\"", "\"·[31mred\" has no scheme")]
    public async Task Invoke_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected)
    {
        await FailAsync(text.Contains("vary", StringComparison.Ordinal) ? "compare" : "run", text, expected);

        Tool.Error.ShouldContain("Nothing was sent");
        Tool.Error.ShouldNotContain('\e');
        Tool.Output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Run_SeveralErrors_ReportsErrorsInFileOrder()
    {
        var file = new TempFile(".yaml", "url: localhost\nrate: fast\npas: 1\n");

        await Tool.InvokeAsync("run", file.Path, "-c", "none");

        var lines = Tool.Error.Split('\n').Where(line => line.Contains(": error: ", StringComparison.Ordinal));
        lines.Select(line => line.Replace(file.Path, "scenario.yaml", StringComparison.Ordinal)).ShouldBe(
        [
            "-c: error: \"none\" is not valid; expected a number from 1 to 10000",
            "scenario.yaml:1:6: error: \"localhost\" has no scheme",
            "scenario.yaml:2:7: error: rate cannot be \"fast\"",
            "scenario.yaml:3:1: error: unknown key \"pas\"",
        ]);
        Tool.Error.ShouldContain("4 errors. Nothing was sent.");
        Tool.Error.ShouldContain("     2 │ rate: fast\n       │       ▔▔▔▔\n");
    }

    [Theory]
    [InlineData("a: ", '[', 100_000, "nested more than 50 levels deep")]
    [InlineData("url: http://h/", 'a', 10_000_001, "longer than 10 MB")]
    public async Task Run_ExcessiveScenario_ReportsErrorInsteadOfCrashing(
        string start, char repeated, int count, string expected)
    {
        await FailAsync("run", start + new string(repeated, count), expected);

        Tool.Error.Length.ShouldBeLessThan(3000);
    }

    private async Task FailAsync(string command, string text, params string[] expected)
    {
        var file = new TempFile(".yaml", text.Replace("URL", "http://localhost:5100")).Path;

        var exit = await Tool.InvokeAsync(command, file);

        exit.ShouldBe(ExitCode.UsageError, Tool.Output);
        Tool.Error.ShouldContain(file);
        foreach (var part in expected)
            Tool.Error.ShouldContain(part);
        Tool.Error.ShouldNotContain("   at ");
    }
}
