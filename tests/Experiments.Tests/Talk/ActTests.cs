using System.Text.Json.Nodes;

namespace Experiments.Tests.Talk;

public sealed class ActTests
{
    private const string Example = """
        title: One call
        question: How many?
        choices: [one, two]
        answer: 2
        services:
          - { name: back, program: back-end }
          - { name: balancer, program: balancer, calls: back }
          - { name: front, program: front-end, calls: balancer }
        load: >-
          run --url {front}/x --vary [{ url: "{back}", query: a }] --duration 8s
        cues: [{ after_s: 0, grow: [back] }]
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
            var outcome = act.HasRun
                ? ActOutcome.Read(Path.Combine(Recordings, $"{act.Name}.json"))
                : ActOutcome.ReadLedger(act.File);

            outcome.FindReasonsToFallFlat(act.File).ShouldBeEmpty(act.Name);
            var headline = outcome.Figures[act.File.Headline];
            foreach (var value in (double[])[headline.Value, headline.Lo ?? 0, headline.Hi ?? 0])
            {
                act.File.FindChoice(value).ShouldBe(act.File.Answer!.Value, act.Name);
                act.File.Ranges.Count(range => value >= range[0] && !(value > range[1])).ShouldBe(1, act.Name);
            }

            var recorded = RecordedAct.Read(act, Recordings);
            recorded.Finding.ShouldNotBeNull(act.Name).Holds.ShouldBeTrue(act.Name);
            $"{recorded.Finding.Number} {recorded.Finding.Text}".ShouldNotMatch(@"[{}\[\]()]", act.Name);
            recorded.RunS.HasValue.ShouldBe(act.HasRun, act.Name);
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
    [InlineData("answer: 2", "answer: 3", "the answer 3 is not the number of a choice")]
    [InlineData("program: balancer", "program: front-end", "grow needs a balancer")]
    [InlineData("run --url", "run --steer --url", "the last one is a proof")]
    [InlineData("grow: [back]", "proof: true", "only a stage, whose load has --steer")]
    [InlineData("not {others}.", "not one (or two).", "they have no brackets")]
    [InlineData("at_s: 2.5", "at_s: 0", "times in ascending order")]
    [InlineData("beats: [", "minutes: 0\nbeats: [", "minutes must be more than 0")]
    [InlineData(", calls: balancer }", " }", "the service 'front' needs the key calls")]
    [InlineData("title: One call", "tittle: One call", "tittle")]
    [InlineData("headline: calls", "headline: others", "'others' is not a figure")]
    [InlineData("[2, null]]", "[2, null], [3, 4]]", "ranges needs the lowest and the highest value of each choice")]
    [InlineData("unit: calls", "unit: calls\ncompared: { as: before, figure: others }", "'others' is not a figure")]
    [InlineData("cues:", "board: { number: failed, broken: disk }\ncues:", "board.broken")]
    [InlineData("cues:", "board: { number: 3%, broken: threads }\ncues:", "board.number")]
    public void ActFile_WithAMistake_IsRejected(string text, string mistake, string error)
    {
        Example.ShouldContain(text);

        Should.Throw<FormatException>(
                () => Act.Parse("1-example", Example.Replace(text, mistake, StringComparison.Ordinal)))
            .Message.ShouldContain(error);
    }

    [Theory]
    [InlineData("[{ after_s: 1, variant: a }, { after_s: 1, proof: true }]", null)]
    [InlineData("[{ after_s: 1, variant: a }]", "the last one is a proof")]
    [InlineData("[{ after_s: 1, variant: a, proof: true }]", "has a variant or proof: true")]
    public void Cues_OfAStage_EndWithAProof(string cues, string? error)
    {
        var stage = Example.Replace("run --url", "run --steer --url", StringComparison.Ordinal)
            .Replace("[{ after_s: 0, grow: [back] }]", cues, StringComparison.Ordinal);

        if (error is null)
            Act.Parse("1-example", stage).File.Cues.Count.ShouldBe(2);
        else
            Should.Throw<FormatException>(() => Act.Parse("1-example", stage)).Message.ShouldContain(error);
    }

    [Fact]
    public void Command_OfARun_HasNoWarmUp() =>
        string.Join(' ', ActCommand.Create(ExampleAct, ExampleAct.File.Load!, "out").CreateStartInfo().ArgumentList).ShouldMatch(
            """run --url \{front}/x --vary \[.*] --duration 8s --name one-call --out out .*--warmup 0s$""");

    [Theory]
    [InlineData("compare --warmup 2s --rounds 9")]
    [InlineData("run --steer --warmup 1s")]
    public void WarmUp_OfARun_IsAShortComparison(string load)
    {
        var command = ActCommand.CreateWarmUp(ExampleAct, load, "out").ShouldNotBeNull();

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
    [InlineData("100 times variants/0/errors per variants/0/requests", 35, 35.0, 35.0)]
    [InlineData("variants/b/ratio times variants/b/ratio", 0.25, 0.4 * 0.4, 0.8 * 0.8)]
    [InlineData("1 + variants/0/errors", 8, 8.0, 8.0)]
    public void Figure_AtAPath_HasItsInterval(string place, double value, double? low, double? high)
    {
        var results = JsonNode.Parse("""
            {"variants": [
              {"name": "a", "errors": 7, "requests": 20}, {"name": "b", "ratio": {"value": 0.5, "lo": 0.4, "hi": 0.8}},
              {"name": "c", "ratio": {"value": 3, "lo": null, "hi": null}}]}
            """)!;

        var figure = new ActFigures(results).Read(place);

        (figure.Value, figure.Lo, figure.Hi).ShouldBe((value, low, high));
    }

    [Theory]
    [InlineData("valid", 3.0, 3.0, "")]
    [InlineData("busy", 2.5, 4.0, "")]
    [InlineData("invalid", 3.0, 3.0, "the run is invalid. Errors: 3 of 20; Rounds: 1")]
    [InlineData("valid", 1.9, 4.0, "calls > 2 is not met: 3.00 [1.90, 4.00]")]
    public void Outcome_BesideTheSurprise_SaysWhyTheActFallsFlatAndRevealsNothing(
        string state, double low, double high, string reason)
    {
        var outcome = CreateOutcome(new ActFigure(3, low, high), state);

        string.Join('|', outcome.FindReasonsToFallFlat(ExampleAct.File)).ShouldBe(reason);
        var finding = outcome.CreateFinding(ExampleAct.File, "Recorded.");
        (finding.Number, finding.Holds).ShouldBe(
            reason is "" ? (low == high ? "3" : "3.00", true) : (null, false), finding.Text);
        finding.Text.ShouldBe(
            reason is "" ? $"There are {finding.Number}, not {{others}}."
                : $"This run does not show what it should: {reason}.");
    }

    [Fact]
    public void Outcome_RatioThatIsNotCompared_FallsFlatWithTheReason()
    {
        var ratio = new ActFigures(JsonNode.Parse("""{"variants": [{"name": "a", "ratio": null}]}""")!)
            .Read("variants/a/ratio");

        CreateOutcome(ratio).FindReasonsToFallFlat(ExampleAct.File)
            .ShouldBe(["calls > 2 is not met: the load tool did not compare the two"]);
        CreateOutcome(ratio).CreateFinding(ExampleAct.File, "Recorded.").Holds.ShouldBeFalse();
    }

    [Fact]
    public void Outcome_InTheRangeOfAnotherChoice_FallsFlat() =>
        CreateOutcome(ActFigure.Exact(3)).FindReasonsToFallFlat(ExampleAct.File with { Answer = 1 })
            .ShouldBe(["3 calls is not the expected answer"]);

    [Theory]
    [InlineData(null, 1, "1 before")]
    [InlineData("calls", 3, "3 before")]
    public void Finding_OfAnActThatCompares_HasTheOldValue(string? figure, double value, string text) =>
        CreateOutcome(ActFigure.Exact(3))
            .CreateFinding(ExampleAct.File with { Compared = new("before", figure) }, source: "")
            .Old.ShouldBe(new ActMark(value, text));

    [Theory]
    [InlineData("{calls}", 2.5, 4.0, "cannot tell")]
    [InlineData("{calls}", 2.5, 4.0, "withheld")]
    [InlineData("{calls}", 0.9, 4.0, null)]
    [InlineData("{calls}", null, null, null)]
    [InlineData("{calls} and {sure}", 0.9, 4.0, null)]
    public void Finding_OfARunThatCannotTell_HasNoNumber(string reveal, double? low, double? high, string? verdict)
    {
        var act = ExampleAct.File with
        {
            Reveal = $"There are {reveal}.",
            Headline = reveal.Contains("sure", StringComparison.Ordinal) ? "sure" : "calls",
            CannotTell = "Nobody knows.",
            Surprise = [Condition.Parse("sure > 2")],
        };
        var outcome = CreateOutcome(new ActFigure(3, low, high, verdict)) with
        {
            Figures = new Dictionary<string, ActFigure>
            {
                ["calls"] = new(3, low, high, verdict),
                ["sure"] = ActFigure.Exact(7),
            },
        };

        var finding = outcome.CreateFinding(act, source: "");

        (finding.Number, finding.Value, finding.Text).ShouldBe((null, null, "Nobody knows."));
    }

    [Fact]
    public void Figure_FromAnotherThatCannotBeTold_CannotBeTold()
    {
        var results = JsonNode.Parse("""
            {"a": {"value": 3, "lo": 2, "hi": 4, "verdict": "cannot tell"}, "b": {"value": 3, "lo": 2, "hi": 4}}
            """)!;
        var figures = new ActFigures(results);

        figures.Read("b").CanBeTold.ShouldBeTrue();
        foreach (var place in (string[])["a", "a times b", "b times a", "1 per a", "b + a"])
            figures.Read(place).CanBeTold.ShouldBeFalse(place);
    }

    internal static ActOutcome CreateOutcome(ActFigure calls, string state = "valid") => new()
    {
        Date = "2026-11-21",
        Machine = "2 × AMD EPYC",
        State = state,
        FailedChecks = state is "invalid" ? ["Errors: 3 of 20", "Rounds: 1"] : [],
        Figures = new Dictionary<string, ActFigure> { ["calls"] = calls },
    };
}
