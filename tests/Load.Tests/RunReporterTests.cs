using Load.Engine;
using Load.Http;
using Load.Live;
using Load.Metrics;
using Load.Results;
using Load.Results.Building;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

/// <summary>Tests what the live page shows about the errors of a run that is still in progress.</summary>
public sealed class RunReporterTests
{
    private readonly ManualTime _time = new();
    private readonly EventFeed _feed = new(firstId: 1);

    [Fact]
    public void RunReporter_ExpectedErrorsHaveNotComeYet_IsANoteUntilTheyCome()
    {
        var measurement = new Measurement(_time);
        var reporter = StartRun(measurement, RunLimits.Default with { ExpectedErrors = ["503"] });

        RecordResponses(measurement, 100, 200);
        reporter.Update();
        GetPublishedChecks().ShouldBe([(RunChecks.ExpectedErrorsId, CheckState.Note)]);

        RecordResponses(measurement, 1, 503);
        reporter.Update();
        GetPublishedChecks().Last().ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Pass));

        RecordResponses(measurement, 50, 500);
        reporter.Update();
        GetPublishedChecks().Last().ShouldBe(("errors", CheckState.Fail));
    }

    [Fact]
    public void RunReporter_ErrorsThatNobodyExpects_IsAFailedCheck()
    {
        var measurement = new Measurement(_time);
        var reporter = StartRun(measurement, RunLimits.Default);

        RecordResponses(measurement, 100, 200);
        reporter.Update();
        GetPublishedChecks().ShouldBeEmpty();

        RecordResponses(measurement, 100, 503);
        reporter.Update();
        GetPublishedChecks().ShouldBe([("errors", CheckState.Fail)]);
    }

    private RunReporter StartRun(Measurement measurement, RunLimits limits)
    {
        var description = new RunDescription(
            new ScenarioDescription("sample", null, null, "GET http://h/"),
            "load run",
            "load run",
            2014,
            TimeSpan.FromSeconds(1),
            2);
        var progress = new RunProgress();
        var reporter = new RunReporter(
            _feed,
            new RunResultBuilder(description, TestRequests.CreateMix("http://h/"), [], TimeSpan.Zero),
            [],
            limits,
            progress,
            _time);
        reporter.Start();
        progress.StartStage(new ActiveStage("sample", ActiveStage.MeasuredStageName, 1, measurement));
        return reporter;
    }

    private static void RecordResponses(Measurement measurement, int count, int status)
    {
        for (var i = 0; i < count; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(status, 1), TimeSpan.FromMilliseconds(2));
    }

    private (string Id, CheckState State)[] GetPublishedChecks() => [.. _feed.GetEventsAfter(0).Events!
        .Where(published => published.Type == LiveEvent.ValidityType)
        .Select(published => JsonSerializer.Deserialize(published.Json, LiveJson.Default.RunValidity)!.Checks.Single())
        .Select(check => (check.Id, check.State))];
}
