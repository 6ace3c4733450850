using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Tests that each error in a scenario file is reported with its place in the file, the invalid text and a suggestion.
/// </summary>
public sealed class BrokenScenarioTests : LoadToolTests
{
    [Theory]
    [InlineData("", ":1:1: error: the YAML is empty")]
    [InlineData(
        "just a text",
        ":1:1: error: the value is \"just a text\"", "expected  a mapping of keys to values", "try       url: http")]
    [InlineData("url: URL\n- x", ":2:1: error: invalid YAML")]
    [InlineData("url: URL\nurl: http://localhost:5101", "error: invalid YAML", "uplicate")]
    [InlineData("url: URL\n---\nurl: http://localhost:5101", "the YAML has more than one document")]
    [InlineData("count: 5", ":1:1: error: the URL of the target is missing", "try       url: http://localhost:5100")]
    [InlineData(
        "url: localhost:5100", ":1:6: error: \"localhost:5100\" has no scheme", "try       http://localhost:5100")]
    [InlineData(
        "url: {{{host}}}", ":1:6: error: a value that begins with {{{ needs quotes", "try       url: \"{{{host}}}\"")]
    [InlineData(
        "url: URL\npas: [p99 < 1s]",
        ":2:1: error: unknown key \"pas\"", "found     pas", "expected  one of url,", "try       pass:")]
    [InlineData(
        "url: URL\nrate: 1000 per second", ":2:7: error: rate cannot be \"1000 per second\"",
        "expected  a number and a unit of time", "try       rate: 1000/s")]
    [InlineData(
        "url: URL\nconnections: { count: 1 }",
        ":2:14: error: the value is a mapping of keys to values", "expected  a single value")]
    [InlineData("url: URL\nphases: 5", ":2:9: error: the value is \"5\"", "expected  a list")]
    [InlineData(
        "url: URL\nphases:\n  - rate: 5/s\n    ramp: 1/s..2/s", ":3:11: error: rate cannot be combined with ramp")]
    [InlineData("url: URL\nphases:\n  - { rates: 5/s }", ":3:7: error: unknown key \"rates\"", "try       rate:")]
    [InlineData(
        "url: URL\nduration: 5s\nphases: [{ count: 1 }]", ":2:11: error: duration cannot be combined with phases")]
    [InlineData(
        "url: URL\npass:\n  - p99 < 5ms\n  - p101 < 5ms",
        ":4:5: error: pass cannot be \"p101 < 5ms\"", "expected  a metric, an operator")]
    [InlineData("url: URL\nrequests: []", ":2:11: error: the value is an empty list", "expected  a list")]
    [InlineData(
        "url: URL\nrequests:\n  - name: customer", ":3:5: error: a request has no method", "try       get: /path")]
    [InlineData("url: URL\nrequests:\n  - { get: /a, post: /b }", "error: post cannot be combined with get")]
    [InlineData(
        "url: URL\nrequests:\n  - { get: /a, name: read }\n  - { get: /b, name: read }", "two requests are named read")]
    [InlineData("url: URL\nbody: x\nrequests: [{ get: /a }]", ":2:7: error: body cannot be combined with requests")]
    [InlineData(
        "url: URL\nrequests:\n  - get: api/customer",
        ":3:10: error: \"api/customer\" has no scheme", "try       /api/customer")]
    [InlineData(
        "url: URL\nrequests:\n  - get: /customer/{{{id}}}",
        ":3:20: error: no values for the parameter {{{id}}}", "try       {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("url: URL\nbody: |\n  one\n  two {{{id}}}", ":4:7: error: no values for the parameter {{{id}}}")]
    [InlineData(
        "url: URL\nheader: [ no header ]", ":2:11: error: header cannot be \"no header\"", "expected  Name: value")]
    [InlineData("url: URL\nfile: nowhere.csv", ":2:7: error: cannot read")]
    [InlineData("url: URL\nbody:", ":2:6: error: the value is missing", "expected  a single value")]
    [InlineData("url: &a [ *a ]", ":1:6: error: YAML aliases (*) are not supported")]
    [InlineData("url: URL\nbody: \"a\0b\"", "the YAML contains a NUL character")]
    [InlineData("url: URL\nbody: >\n  one\n  two {{{id}}}", ":2:7: error: no values for the parameter {{{id}}}")]
    [InlineData("url: URL\nduration: Infinitys", ":2:11: error: duration cannot be \"Infinitys\"")]
    [InlineData("url: URL\ntemplate: \"\"", ":2:12: error: cannot read")]
    [InlineData("url: URL\nexpect-regex: '('", ":2:16: error: expect-regex cannot be \"(\"")]
    public async Task Run_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected)
    {
        await FailAsync("run", text, expected);

        Tool.Error.ShouldContain("Nothing was sent");
        Tool.Output.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(
        "url: URL\nvary: strategy=a", ":2:7: error: vary cannot be \"strategy=a\"", "try       vary: strategy=a,b,c")]
    [InlineData("url: URL", ":1:1: error: there are no variants to compare", "try       --vary")]
    [InlineData(
        "url: URL\nvariants: [{ name: old }, { query: cache=none }]",
        "error: a variant has no name", "try       name: old")]
    [InlineData("url: URL\nvariants: [{ name: old }, { name: old }]", "two variants are named old")]
    [InlineData(
        "url: URL\nvary: cache=none,memory\ngroups: [{ name: new }, { name: new }]", "two groups are named new")]
    [InlineData("url: URL\nvariants: [{ name: old }]", "a comparison needs two or more variants, but one is given")]
    [InlineData(
        "url: URL\nvary: cache=none,memory\nbaseline: disk",
        ":3:11: error: unknown variant disk; expected one of none, memory")]
    [InlineData(
        "url: URL\nvary: cache=none,memory\nphases: [{ count: 1 }, { count: 2 }]",
        ":3:9: error: a comparison needs exactly one phase, but 2 are given")]
    [InlineData(
        "url: [http://localhost:5100, http://localhost:5101]\nvary: cache=none,memory",
        ":1:6: error: a comparison needs exactly one host, but 2 are given: "
        + "http://localhost:5100, http://localhost:5101")]
    public Task Compare_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected) =>
        FailAsync("compare", text, expected);

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
    [InlineData("nested lists", ":1:", "nested more than 50 levels deep")]
    [InlineData("nested mappings", ":", "nested more than 50 levels deep")]
    [InlineData("long URL", ":1:", "the URL has 100012 characters, the most are 60000")]
    [InlineData("long file", "cannot read the scenario", "longer than 10 MB")]
    [InlineData("many steps", ":2:", "100000 steps, the most are 1000")]
    public async Task Run_ExcessiveScenario_ReportsErrorInsteadOfCrashing(string kind, params string[] expected)
    {
        var text = kind switch
        {
            "nested lists" => "a: " + new string('[', 100_000),
            "nested mappings" => string.Concat(Enumerable.Range(0, 200).Select(i => $"{new string(' ', i)}a:\n")),
            "long URL" => "url: http://h/" + new string('a', 100_003),
            "long file" => "url: http://h/" + new string('a', 10_000_001),
            _ => "url: http://h\nsteps: " + string.Join(',', Enumerable.Repeat("1/s", 100_000)),
        };

        await FailAsync("run", text, expected);

        Tool.Error.Length.ShouldBeLessThan(3000);
    }

    [Theory]
    [InlineData("url: \"\\e[31mred\"", "\"·[31mred\" has no scheme")]
    [InlineData("\"\\e[31mred\": 1", "unknown key \"·[31mred\"")]
    [InlineData("url: \e[31mred", "error: ")]
    public async Task Run_ScenarioWithControlCharacters_ReportsErrorWithoutThem(string text, string expected)
    {
        await FailAsync("run", text, expected);

        Tool.Error.ShouldNotContain('\e');
    }

    [Fact]
    public async Task Run_MissingScenarioFile_ReportsError()
    {
        await Tool.InvokeAsync("run", "nowhere.yaml");

        Tool.Error.ShouldContain("cannot read the scenario nowhere.yaml");
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
