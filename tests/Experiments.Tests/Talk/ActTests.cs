using System.Text.Json.Nodes;

namespace Experiments.Tests.Talk;

public sealed class ActTests
{
    private const string Example = """
        title: One call
        question: How many?
        choices: [one, two]
        services:
          - { name: back, program: back-end }
          - { name: balancer, program: balancer, calls: back }
          - { name: front, program: front-end, calls: balancer }
        load: >-
          run --url {front}/x --vary [{ url: "{back}", query: a }] --duration 8s
        grow: [back]
        figures: { calls: variants/0/errors }
        surprise: [calls > 2]
        headline: calls
        unit: calls
        ranges: [[0, 2], [2, null]]
        reveal: 'There are {calls}, not {others}.'
        notes: Say it.
        beats: [{ at_s: 0, say: Now. }, { at_s: 2.5, say: Later. }]
        """;

    private static readonly string Talk = Path.Combine(Repository.Root, "experiments", "talk");

    private static readonly string Recordings = RecordedAct.GetFolder(Talk);

    internal static readonly Act ExampleAct = Act.Parse("1-one-call", Example);

    [Fact]
    public void Acts_FromTheirRecordingsOrPublishedFiles_ShowTheirSurprisesAndNoPathOfAComputer()
    {
        foreach (var act in Act.ReadAll(Talk))
        {
            var recorded = RecordedAct.Read(act, Recordings);
            var headline = recorded.Finding.ShouldNotBeNull(act.Name).Headline.ShouldNotBeNull(recorded.Finding.Text);
            // The same answer is right for the whole interval.
            act.Ranges.Count(range => headline.Hi >= range[0] && !(headline.Lo > range[1])).ShouldBe(1, act.Name);
            $"{headline.Number} {recorded.Finding.Text}".ShouldNotMatch(@"[{}\[\]()]", act.Name);
            (recorded.Events is not null).ShouldBe(act.HasRun, act.Name);
            if (recorded.Events is not null)
            {
                var events = File.ReadAllText(recorded.Events);
                events.Split('\n')[0].ShouldContain("\"plan\":", Case.Sensitive, act.Name);
                events.ShouldNotMatch("\"path\":\"(/|[A-Z]:)|--out (/|[A-Z]:)", act.Name);
            }
        }
    }

    [Theory]
    [InlineData("surprise: [calls > 2]", "surprise: []", "without one, no rehearsal could fail")]
    [InlineData("surprise: [calls > 2]", "surprise: [others > 2]", "'others' is not a figure")]
    [InlineData("program: balancer", "program: front-end", "grow needs a balancer")]
    [InlineData("grow: [back]", "grow: [front]", "grow needs the names of back-ends")]
    [InlineData("not {others}.", "not one (or two).", "it has no brackets")]
    [InlineData("at_s: 2.5", "at_s: 0", "times in ascending order")]
    [InlineData(", calls: balancer }", " }", "the service 'front' needs the key calls")]
    [InlineData("title: One call", "tittle: One call", "tittle")]
    [InlineData("headline: calls", "headline: others", "'others' is not a figure")]
    [InlineData("[2, null]]", "[2, null], [3, 4]]", "ranges needs the lowest and the highest value of each choice")]
    [InlineData("unit: calls", "unit: calls\ncompared: { as: before, figure: others }", "'others' is not a figure")]
    [InlineData("unit:", "board: { number: failed, broken: disk }\nunit:", "board.broken")]
    [InlineData("unit:", "board: { number: 3%, broken: threads }\nunit:", "board.number")]
    public void ActFile_WithAMistake_IsRejected(string text, string mistake, string error)
    {
        Example.ShouldContain(text);

        Should.Throw<FormatException>(
                () => Act.Parse("1-example", Example.Replace(text, mistake, StringComparison.Ordinal)))
            .Message.ShouldContain(error);
    }

    [Fact]
    public void Command_OfARun_HasNoWarmUp() =>
        string.Join(' ', ActCommand.Create(ExampleAct, ExampleAct.Load!, "out").CreateStartInfo().ArgumentList).ShouldMatch(
            """run --url \{front}/x --vary \[.*] --duration 8s --name one-call --out out .*--warmup 0s$""");

    [Fact]
    public void WarmUp_OfARun_IsAShortComparison()
    {
        var command = ActCommand.CreateWarmUp(ExampleAct, "run --warmup 1s --rounds 9", "out").ShouldNotBeNull();

        command.Subcommand.ShouldBe("compare");
        string.Join(' ', command.CreateStartInfo().ArgumentList)
            .ShouldEndWith("--rounds 2 --turn 100ms --lead 0s --warmup 2s");
    }

    [Fact]
    public void WarmUp_OfAColdRun_IsNone() =>
        ActCommand.CreateWarmUp(ExampleAct, "run --warmup 0s --burst cold:100", "out").ShouldBeNull();

    [Theory]
    [InlineData("variants/0/errors", 7, 7.0, 7.0)]
    [InlineData("variants/b/ratio", 0.5, 0.4, 0.8)]
    [InlineData("variants/c/ratio", 3, null, null)]
    [InlineData("2 times variants/d/ratio", 0, null, null)]
    [InlineData("variants/e/ratio + 1", 1, null, null)]
    [InlineData("1 per variants/a/ratio", double.PositiveInfinity, null, null)]
    [InlineData("100 times variants/0/errors per variants/0/requests", 35, 35.0, 35.0)]
    [InlineData("variants/b/ratio times variants/b/ratio", 0.25, 0.4 * 0.4, 0.8 * 0.8)]
    [InlineData("1 + variants/0/errors", 8, 8.0, 8.0)]
    public void Figure_AtAPath_HasItsInterval(string place, double value, double? low, double? high)
    {
        var results = JsonNode.Parse("""
            {"variants": [
              {"name": "a", "errors": 7, "requests": 20}, {"name": "b", "ratio": {"value": 0.5, "lo": 0.4, "hi": 0.8}},
              {"name": "c", "ratio": {"value": 3, "lo": null, "hi": null}},
              {"name": "d", "ratio": {"value": 3, "lo": 2, "hi": 4, "verdict": "withheld"}},
              {"name": "e", "ratio": {"value": 3, "lo": 2, "hi": 4, "verdict": "cannot tell"}}]}
            """)!;

        var figure = new ActFigures(results).Read(place);

        (figure.Value, figure.Lo, figure.Hi).ShouldBe((value, low, high));
    }

    [Theory]
    [InlineData(3.0, 3.0, null, null)]
    [InlineData(2.5, 4.0, null, null)]
    [InlineData(3.0, 3.0, "the run is invalid. Errors: 3 of 20", "the run is invalid. Errors: 3 of 20")]
    [InlineData(1.9, 4.0, null, "calls > 2 is not met: 3.00 [1.90, 4.00]")]
    [InlineData(0.9, 4.0, null, "it cannot tell 'calls'")]
    [InlineData(null, null, null, "it cannot tell 'calls'")]
    public void Finding_BesideTheSurprise_IsAFigureOrTheReason(double? low, double? high, string? fault, string? reason)
    {
        var finding = CreateOutcome(new ActFigure(3, low, high), fault).CreateFinding(ExampleAct);

        finding.Text.ShouldBe(reason is null
            ? $"There are {finding.Headline!.Number}, not {{others}}."
            : $"This run does not show what it should: {reason}.");
        finding.Headline?.Number.ShouldBe(low == high ? "3" : "3.00");
        (finding.Headline is null).ShouldBe(reason is not null);
    }

    [Theory]
    [InlineData(null, 1)]
    [InlineData("calls", 3)]
    public void Finding_OfAnActThatCompares_HasTheOldValue(string? figure, double value) =>
        CreateOutcome(ActFigure.Exact(3))
            .CreateFinding(ExampleAct with { Compared = new("before", figure) })
            .Old.ShouldBe(ActFigure.Exact(value));

    internal static ActOutcome CreateOutcome(ActFigure calls, string? fault = null) => new()
    {
        Source = "Recorded on 2026-11-21, 2 × AMD EPYC.",
        Fault = fault,
        Figures = new Dictionary<string, ActFigure> { ["calls"] = calls },
    };
}
