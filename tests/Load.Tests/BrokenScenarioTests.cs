using Load.Cli;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Tests that each error in a scenario file is reported with its place in the file, the invalid text and a suggestion.
/// </summary>
public sealed class BrokenScenarioTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData("", ":1:1 error the YAML is empty")]
    [InlineData(
        "just a text",
        ":1:1 error the value is \"just a text\"", "expected  keys with values", "try       url: http")]
    [InlineData("url: http://h\n- x", ":2:1 error invalid YAML")]
    [InlineData("a: [1, 2\nb: x}", "error invalid YAML")]
    [InlineData("url: http://h\nurl: http://g", "error invalid YAML", "uplicate")]
    [InlineData("url: http://h\n---\nurl: http://g", "the YAML has more than one document")]
    [InlineData("count: 5", ":1:1 error no URL", "try       url: http://localhost:5100")]
    [InlineData(
        "url: localhost:5100",
        ":1:6 error \"localhost:5100\" has no scheme", "try       http://localhost:5100")]
    [InlineData("url: {{{u}}}", ":1:6 error a value that begins with {{{ needs quotes", "try       url: \"{{{u}}}\"")]
    [InlineData(
        "url: http://h\npas: [p99 < 1s]",
        ":2:1 error unknown key \"pas\"", "found     pas", "expected  one of url,", "try       pass:")]
    [InlineData("url: http://h\ntier: { a: http://h }", ":2:1 error unknown key \"tier\"", "try       monitor:")]
    [InlineData(
        "url: http://h\nrate: 1000 per second",
        ":2:7 error rate cannot be \"1000 per second\"",
        "expected  a number and a unit of time",
        "try       rate: 1000/s")]
    [InlineData("url: http://h\nduration: 30", ":2:11 error duration cannot be \"30\"", "try       duration: 10s")]
    [InlineData(
        "url: http://h\nconnections: 0",
        ":2:14 error connections cannot be \"0\"", "expected  a number from 1 to 10000")]
    [InlineData(
        "url: http://h\nconnections: { a: 1 }",
        ":2:14 error the value is keys with values", "expected  a text")]
    [InlineData("url: http://h\nphases: 5", ":2:9 error the value is \"5\"", "expected  a list")]
    [InlineData(
        "url: http://h\nphases:\n  - rate: 5/s\n    ramp: 1/s..2/s",
        ":3:11 error cannot be combined with ramp")]
    [InlineData("url: http://h\nphases:\n  - { rates: 5/s }", ":3:7 error unknown key \"rates\"", "try       rate:")]
    [InlineData("url: http://h\nduration: 5s\nphases: [{ count: 1 }]", ":2:11 error cannot be combined with phases")]
    [InlineData("url: http://h\npoisson: yes please", ":2:10 error poisson cannot be \"yes please\"", "expected  true or false")]
    [InlineData("url: http://h\npass:\n  - p99 < 5ms\n  - p101 < 5ms", ":4:5 error pass cannot be \"p101 < 5ms\"", "expected  a metric, then")]
    [InlineData("url: http://h\nrequests: []", ":2:11 error the value is an empty list", "expected  a list")]
    [InlineData(
        "url: http://h\nrequests:\n  - name: x",
        ":3:5 error a request without a method", "try       get: /path")]
    [InlineData("url: http://h\nrequests:\n  - { get: /a, post: /b }", "cannot be combined with get")]
    [InlineData(
        "url: http://h\nrequests:\n  - { get: /a, weight: 0 }",
        ":3:24 error weight cannot be \"0\"", "expected  a number from 1 to 1000")]
    [InlineData(
        "url: http://h\nrequests:\n  - { get: /a, name: x }\n  - { get: /b, name: x }",
        "two requests are named x")]
    [InlineData("url: http://h\nbody: x\nrequests: [{ get: /a }]", ":2:7 error cannot be combined with requests")]
    [InlineData("requests: [{ get: /a }]", "error no URL")]
    [InlineData("url: http://h\nrequests:\n  - get: a/b", ":3:10 error \"a/b\" has no scheme", "try       /a/b")]
    [InlineData(
        "url: http://h\nrequests:\n  - get: /a/{{{id}}}",
        ":3:13 error no values for {{{id}}}", "try       {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData("url: http://h\nbody: |\n  one\n  two {{{id}}}", ":4:7 error no values for {{{id}}}")]
    [InlineData("url: http://h\nheader: { X-A: '{{{a}}}' }", ":2:17 error no values for {{{a}}}")]
    [InlineData(
        "url: http://h\nheader: [ no header ]",
        ":2:11 error header cannot be \"no header\"", "expected  Name: value")]
    [InlineData("url: http://h\nfile: nowhere.csv", ":2:7 error cannot read")]
    [InlineData(
        "url: http://h\nexpect-status: ok",
        ":2:16 error expect-status cannot be \"ok\"", "try       expect-status: 200,404")]
    [InlineData("url: http://h\nbody:", ":2:6 error the value is nothing", "expected  a text")]
    [InlineData("url: http://h\nbody: ~", ":2:7 error the value is nothing")]
    [InlineData("url: &a [ *a ]", ":1:6 error YAML aliases (*) are not supported")]
    [InlineData("url: http://h\nbody: \"a\0b\"", "the YAML contains a NUL character")]
    [InlineData("url: http://h\nheader: { X-A: [1, 2] }", ":2:16 error the value is a list", "expected  a text")]
    [InlineData("url: http://h\nheader:\n  \"Bad name that is long\":\n    x", ":3:4 error header cannot be")]
    [InlineData("url: http://h\nbody: >\n  one\n  two {{{id}}}", ":2:7 error no values for {{{id}}}")]
    [InlineData("url: http://h\nduration: Infinitys", ":2:11 error duration cannot be \"Infinitys\"")]
    [InlineData("url: http://h\nbody: [a, b]", ":2:7 error the value is a list", "expected  a text")]
    [InlineData("url: http://h\ntemplate: \"\"", ":2:12 error cannot read")]
    [InlineData("url: http://h\nexpect-regex: '('", ":2:16 error expect-regex cannot be \"(\"")]
    public async Task Run_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected)
    {
        var file = new TempFile(".yaml", text);

        var exit = await _tool.InvokeAsync("run", file.Path);

        exit.ShouldBe(ExitCode.Usage, _tool.Output);
        _tool.Error.ShouldContain(file.Path);
        foreach (var part in expected)
            _tool.Error.ShouldContain(part);
        _tool.Error.ShouldContain("Nothing was sent");
        _tool.Error.ShouldNotContain("   at ");
        _tool.Output.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(
        "url: http://h\nvary: strategy=a",
        ":2:7 error vary cannot be \"strategy=a\"", "try       vary: strategy=a,b,c")]
    [InlineData("url: http://h", ":1:1 error nothing to compare", "try       --vary")]
    [InlineData(
        "url: http://h\nvariants: [{ name: a }, { query: x=1 }]",
        "error a variant without a name", "try       name: old")]
    [InlineData("url: http://h\nvariants: [{ name: a }, { name: a }]", "two variants are named a")]
    [InlineData("url: http://h\nvary: s=a,b\ngroups: [{ name: g }, { name: g }]", "two groups are named g")]
    [InlineData("url: http://h\nvary: s=a,b\ngroups: [{ words: g }]", "a group without a name")]
    [InlineData("url: http://h\nvary: a@httpx://q,b@http://g", "\"httpx://q\" is not a base URL")]
    [InlineData("url: http://h\nvariants: [{ name: a }]", "found one variant, expected two or more")]
    [InlineData("url: http://h\nvary: s=a,b\nbaseline: c", ":3:11 error unknown variant c, expected one of a, b")]
    [InlineData(
        "url: http://h\nvary: s=a,b\nphases: [{ count: 1 }, { count: 2 }]",
        ":3:9 error found 2 phases, expected one")]
    [InlineData(
        "url: [http://h, http://g]\nvary: s=a,b",
        ":1:6 error found 2 hosts (http://h, http://g), expected one")]
    [InlineData(
        "url: http://h\nvary: s=a,b\nmonitor: { back-end: nowhere }",
        ":3:12 error monitor cannot be \"back-end=nowhere\"")]
    public async Task Compare_InvalidScenario_ReportsPlaceAndSuggestion(string text, params string[] expected)
    {
        var file = new TempFile(".yaml", text);

        var exit = await _tool.InvokeAsync("compare", file.Path);

        exit.ShouldBe(ExitCode.Usage, _tool.Output);
        foreach (var part in expected)
            _tool.Error.ShouldContain(part);
        _tool.Error.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Run_SeveralErrors_ReportsErrorsInFileOrder()
    {
        var file = new TempFile(".yaml", "url: localhost\nrate: fast\npas: 1\n");

        await _tool.InvokeAsync("run", file.Path, "-c", "none");

        var lines = _tool.Error.Split('\n').Where(line => line.Contains(" error ", StringComparison.Ordinal));
        lines.Select(line => line.Replace(file.Path, "x", StringComparison.Ordinal)).ShouldBe(
        [
            "-c error found \"none\", expected a number from 1 to 10000", "x:1:6 error \"localhost\" has no scheme",
            "x:2:7 error rate cannot be \"fast\"", "x:3:1 error unknown key \"pas\"",
        ]);
        _tool.Error.ShouldContain("4 errors. Nothing was sent.");
        _tool.Error.ShouldContain("     2 │ rate: fast\n       │       ▔▔▔▔\n");
    }

    [Theory]
    [InlineData("nested lists", ":1:", "nested more than 50 levels deep")]
    [InlineData("nested mappings", ":", "nested more than 50 levels deep")]
    [InlineData("long URL", ":1:", "the URL has 100012 characters, the most are 60000")]
    [InlineData("long file", "cannot read the scenario", "longer than 10 MB")]
    [InlineData("many steps", ":2:", "100000 steps, the most are 1000")]
    public async Task Run_ExcessiveScenario_ReportsErrorInsteadOfCrashing(string kind, params string[] expected)
    {
        var file = new TempFile(".yaml", kind switch
        {
            "nested lists" => "a: " + new string('[', 100_000),
            "nested mappings" => string.Concat(Enumerable.Range(0, 200).Select(i => $"{new string(' ', i)}a:\n")),
            "long URL" => "url: http://h/" + new string('a', 100_003),
            "long file" => "url: http://h/" + new string('a', 10_000_001),
            _ => "url: http://h\nsteps: " + string.Join(',', Enumerable.Repeat("1/s", 100_000)),
        });

        var exit = await _tool.InvokeAsync("run", file.Path);

        exit.ShouldBe(ExitCode.Usage, _tool.Output);
        foreach (var part in expected)
            _tool.Error.ShouldContain(part);
        _tool.Error.Length.ShouldBeLessThan(3000);
    }

    [Fact]
    public async Task Run_MissingScenarioFile_ReportsError()
    {
        await _tool.InvokeAsync("run", "nowhere.yaml");

        _tool.Error.ShouldContain("cannot read the scenario nowhere.yaml");
    }
}
