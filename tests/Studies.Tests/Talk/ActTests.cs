using System.Text.Json.Nodes;

namespace Studies.Tests.Talk;

public sealed partial class ActTests : FolderTests
{
    private const string Example = """
        version: 1
        title: One call
        question: How many?
        choices: [one, two]
        answer: 2
        services:
          - { name: back, program: back-end }
          - { name: balancer, program: balancer, calls: back }
          - { name: front, program: front-end, calls: balancer }
        runs:
          - name: run
            load: >-
              run smoke --url {front}/x --vary [{ url: "{back}", query: a }] --duration 8s
        kill: { service: back, after_s: 1 }
        grow: { balancer: balancer, back_ends: [back], after_requests: 1 }
        figures: { calls: run/variants/0/errors }
        surprise: [calls > 2]
        headline: calls
        unit: calls
        ranges: [[1, 1], [2, null]]
        reveal: 'There are {calls}, not {others}.'
        notes: Say it.
        beats: [{ at_s: 0, say: Now. }, { at_s: 2.5, say: Later. }]
        """;

    private static readonly string Talk = Path.Combine(Repository.Root, "docs", "talk");

    private static readonly string Recordings = TalkFiles.GetRecordingsFolder(Talk);

    internal static readonly Act ExampleAct = Act.Parse("1-one-call", Example);

    [Fact]
    public void PageForSpeakers_ComparedWithActs_ListsAllOfThem() =>
        RowPattern().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "talk.md")))
            .Select(row => $"{row.Groups[1]} {row.Groups[2]} {row.Groups[3]}")
            .ShouldBe(Act.ReadAll(Talk).Select(act => $"{act.Number} {act.File.Title} talk/{act.Name}.yaml"));

    [Fact]
    public void Acts_FromTheirRecordingsOrPublishedFiles_ShowTheirSurprisesAndNoPathOfAComputer()
    {
        foreach (var act in Act.ReadAll(Talk))
        {
            var outcome = act.HasRuns
                ? ActOutcome.Read(TalkFiles.GetOutcomePath(Recordings, act.Name))
                : ActOutcome.ReadPublished(act.File);

            outcome.FindReasonsToFallFlat(act.File).ShouldBeEmpty(act.Name);
            var finding = outcome.CreateFinding(act.File, source: "");
            finding.Holds.ShouldBeTrue(act.Name);
            $"{finding.Number} {finding.Text}".ShouldNotMatch(@"[{}\[\]()]", act.Name);
            if (act.HasRuns)
            {
                var recording = File.ReadAllText(TalkFiles.GetRecordingPath(Recordings, act.Name));
                recording.Split('\n')[0].ShouldContain("\"plan\":", Case.Sensitive, act.Name);
                outcome.RunS.ShouldBe(
                    ActRecording.ReadSeconds(TalkFiles.GetRecordingPath(Recordings, act.Name)), act.Name);
                recording.ShouldNotMatch("\"path\":\"(/|[A-Z]:)|--out (/|[A-Z]:)", act.Name);
            }
        }
    }

    [Fact]
    public void RecordedActs_OfTheTalk_HaveTheFindingsOfTheirRecordings()
    {
        var acts = Act.ReadAll(Talk);

        var list = JsonNode.Parse(RecordedAct.List(acts, Talk))!.AsArray();

        list.Select(act => (string)act!["file"]!["title"]!).ShouldBe(acts.Select(act => act.File.Title));
        foreach (var (act, listed) in acts.Zip(list))
        {
            ((bool)listed!["is_recorded"]!).ShouldBe(act.HasRuns, act.Name);
            ((bool)listed["finding"]!["holds"]!).ShouldBeTrue(act.Name);
        }
    }

    [Fact]
    public void RecordedActs_InAFolderWithoutRecordings_HaveNoFinding()
    {
        var folder = Directory.CreateTempSubdirectory().FullName;

        var list = RecordedAct.List([ExampleAct], folder);

        JsonNode.Parse(list)![0]!["finding"].ShouldBeNull();
    }

    [Fact]
    public void Publish_OfARecording_LeavesOutTheFolderOfTheRehearsal()
    {
        var acts = Directory.CreateDirectory(Path.Combine(Folder, "acts")).FullName;
        var result = Path.Combine(Folder, "1-one-call-0a1b", "run.json");
        File.WriteAllText(
            TalkFiles.GetRecordingPath(Folder, ExampleAct.Name), JsonSerializer.Serialize(new { data = result }));
        File.WriteAllText(TalkFiles.GetOutcomePath(Folder, ExampleAct.Name), "{}");

        TalkFiles.Publish(ExampleAct, Folder, acts);

        var published = File.ReadAllText(
            TalkFiles.GetRecordingPath(TalkFiles.GetRecordingsFolder(acts), ExampleAct.Name));
        published.ShouldBe(JsonSerializer.Serialize(new { data = Path.GetRelativePath(Folder, result) }));
    }

    [Theory]
    [InlineData("version: 1", "version: 2", "version 2 is unknown")]
    [InlineData("answer: 2", "answer: 3", "the answer 3 is not the number of a choice")]
    [InlineData("surprise: [calls > 2]", "surprise: []", "the act could not fall flat")]
    [InlineData("surprise: [calls > 2]", "surprise: [others > 2]", "names 'others', which is not a figure")]
    [InlineData(", calls: balancer }", " }", "the service 'front' needs the key calls")]
    [InlineData(", calls: back }", " }", "the service 'balancer' needs the key calls")]
    [InlineData("{ balancer: balancer", "{ balancer: back", "grow needs the name of a balancer")]
    [InlineData("back_ends: [back]", "back_ends: [front]", "grow needs the name of a balancer")]
    [InlineData("service: back,", "service: other,", "kill names 'other'")]
    [InlineData("title: One call", "tittle: One call", "tittle")]
    [InlineData("headline: calls", "headline: others", "the headline 'others' is not a figure")]
    [InlineData("[2, null]]", "[2, null], [3, 4]]", "ranges needs the lowest and the highest value of each choice")]
    [InlineData("kill:", "board: { number: failed }\nkill:", "broken")]
    [InlineData("kill:", "board: { number: failed, broken: disk }\nkill:", "board.broken")]
    [InlineData("kill:", "board: { number: 3%, broken: threads }\nkill:", "board.number")]
    [InlineData(", after_s: 1", "", "kill needs the key after_s")]
    [InlineData("run smoke", "run smoke --steer", "a stage is the only run of its act, and needs cues")]
    [InlineData("kill: { service: back, after_s: 1 }", "cues: [{ after_s: 1, proof: true }]", "no other act has any")]
    [InlineData("not {others}.", "not one (or two).", "they have no brackets")]
    [InlineData("at_s: 2.5", "at_s: 0", "times in ascending order")]
    [InlineData("at_s: 0", "at_s: -1", "times in ascending order")]
    [InlineData("say: Later.", "say: ' '", "beats has an empty text")]
    [InlineData("beats: [", "minutes: 0\nbeats: [", "minutes must be more than 0")]
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
    [InlineData("[{ after_s: 1, variant: a, proof: true }]", "a cue has a variant or proof")]
    public void Cues_OfAStage_EndWithAProof(string cues, string? error)
    {
        var stage = Example.Replace("run smoke", "run smoke --steer", StringComparison.Ordinal)
            .Replace("kill: { service: back, after_s: 1 }", $"cues: {cues}", StringComparison.Ordinal);

        if (error is null)
            Act.Parse("1-example", stage).File.Cues.Count.ShouldBe(2);
        else
            Should.Throw<FormatException>(() => Act.Parse("1-example", stage)).Message.ShouldContain(error);
    }

    [Fact]
    public void Beats_MoreThanASpeakerCanRead_AreRejected()
    {
        var beats = Enumerable.Range(0, 9).Select(second => new ActBeat { AtS = second, Say = "Now." }).ToArray();

        ActBeat.FindErrors(beats[..8]).ShouldBeEmpty();
        ActBeat.FindErrors(beats).ShouldHaveSingleItem().ShouldStartWith("beats has 9 texts");
    }

    [Fact]
    public void Minutes_OfAllActs_AreThoseOfThePageForSpeakers() =>
        File.ReadAllText(Path.Combine(Repository.Root, "docs", "talk.md"))
            .ShouldContain($"planned for {Act.ReadAll(Talk).Sum(act => act.File.Minutes):0} minutes");

    [Fact]
    public void ActFile_WithoutRuns_HasNoBoard()
    {
        var file = File.ReadAllText(Directory.GetFiles(Talk, "*-the-ledger.yaml").Single());

        Should.Throw<FormatException>(
                () => Act.Parse("8-the-ledger", $"{file}\nboard: {{ number: good, broken: back-ends }}\n"))
            .Message.ShouldContain("the board draws runs, and the act has none");
    }

    [Fact]
    public void Command_OfARun_HasAddressesOfServicesAndNoWarmUp()
    {
        var services = new Dictionary<string, Uri> { ["back"] = new("http://a:1"), ["front"] = new("http://b:2") };

        var arguments = string.Join(
            ' ', ActCommand.Create(ExampleAct.File.Runs[0], services, "out").ToArguments());

        arguments.ShouldContain(
            "--url http://b:2/x --vary [{ url: \"http://a:1\", query: a }] --duration 8s --name run");
        arguments.ShouldEndWith("--warmup 0s");
        arguments.ShouldContain("smoke.yaml");
    }

    [Theory]
    [InlineData("run --warmup 1s --duration 8s", "run", "--warmup 3s --duration 500ms")]
    [InlineData("compare --within 20s", "compare", "--rounds 2 --slice 100ms --slice-warmup 0s --warmup 2s")]
    [InlineData("run --steer --warmup 1s", "compare", "--rounds 2 --slice 100ms --slice-warmup 0s --warmup 500ms")]
    public void WarmUp_OfARun_IsShort(string load, string subcommand, string options)
    {
        var command = CreateWarmUp(load).ShouldNotBeNull();

        (command.Subcommand, string.Join(' ', command.UserOptions)).ShouldBe((subcommand, options));
        command.Options.ShouldNotContain(option => option.Name == "--within");
    }

    [Fact]
    public void WarmUp_OfAColdRun_IsNone() => CreateWarmUp("run --warmup 0s --burst cold:100").ShouldBeNull();

    [Theory]
    [InlineData("run/variants/0/errors", 7, 7.0, 7.0)]
    [InlineData("run/variants/b/ratio", 0.5, 0.4, 0.8)]
    [InlineData("run/variants/c/ratio", 3, null, null)]
    [InlineData("100 times run/variants/0/errors per run/variants/0/requests", 35, 35.0, 35.0)]
    [InlineData("run/variants/b/ratio times run/variants/b/ratio", 0.25, 0.4 * 0.4, 0.8 * 0.8)]
    [InlineData("run/variants/name=b per run/variants/name=b + run/variants/name=c", 0.5, 0.5, 0.5)]
    public void Figure_AtAPath_HasItsInterval(string place, double value, double? low, double? high)
    {
        var results = (JsonObject)JsonNode.Parse("""
            {"run": {"variants": [
              {"name": "a", "errors": 7, "requests": 20}, {"name": "b", "ratio": {"value": 0.5, "lo": 0.4, "hi": 0.8}},
              {"name": "c", "ratio": {"value": 3, "lo": null, "hi": null}}]}}
            """)!;

        var figure = new ActFigures(results).Read(place);

        (figure.Value, figure.Lo, figure.Hi).ShouldBe((value, low, high));
    }

    [Theory]
    [InlineData("valid", 3.0, 3.0, "")]
    [InlineData("valid", 2.5, 4.0, "")]
    [InlineData("invalid", 3.0, 3.0, "the run ended as invalid (errors)")]
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
            reason is "" ? $"There are {finding.Number}, not {{others}}." : "This time, the run does not show it.");
    }

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
        var results = (JsonObject)JsonNode.Parse("""
            {"a": {"value": 3, "lo": 2, "hi": 4, "verdict": "cannot tell"}, "b": {"value": 3, "lo": 2, "hi": 4}}
            """)!;
        var figures = new ActFigures(results);

        figures.Read("b").CanBeTold.ShouldBeTrue();
        foreach (var place in (string[])["a", "a times b", "b times a", "1 per a", "b + a"])
            figures.Read(place).CanBeTold.ShouldBeFalse(place);
    }

    private static LoadCommand? CreateWarmUp(string load) => ActCommand.CreateWarmUp(
        new ActRun { Name = "run", Load = load }, new Dictionary<string, Uri>(), "out");

    internal static ActOutcome CreateOutcome(ActFigure calls, string state = "valid") => new()
    {
        Date = "2026-11-21",
        State = state,
        FailedChecks = state is "invalid" ? ["errors"] : [],
        Figures = new Dictionary<string, ActFigure> { ["calls"] = calls },
    };

    [GeneratedRegex(@"^\| ([0-9]+) \| \[([^\]]+)\]\(([^)]+)\) \|", RegexOptions.Multiline)]
    private static partial Regex RowPattern();
}
