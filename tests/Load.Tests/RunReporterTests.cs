using Load.Engine;
using Load.Http;
using Load.Live;
using Load.Metrics;
using Load.Results;
using Load.Results.Building;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class RunReporterTests
{
    private readonly ManualTime _time = new();
    private readonly EventFeed _feed = new(firstId: 1);

    [Fact]
    public void RunReporter_ExpectedErrorsHaveNotComeYet_IsANoteUntilTheyCome()
    {
        var respond = StartRun();

        respond(100, 200).ShouldBe([(RunChecks.ExpectedErrorsId, CheckState.Note)]);
        respond(1, 503).Last().ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Pass));
        respond(50, 500).Last().ShouldBe(("errors", CheckState.Fail));
    }

    // Starts a run, and returns a function that records responses of a status and gets the checks published so far.
    private Func<int, int, (string Id, CheckState State)[]> StartRun()
    {
        var limits = RunLimits.Default with { ExpectedErrors = ["503"] };
        var measurement = new Measurement(_time);
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load run", "load run", 2014, TimeSpan.FromSeconds(1), 2);
        var progress = new RunProgress();
        var builder = new RunResultBuilder(description, TestRequests.CreateMix("http://h/"), [], TimeSpan.Zero);
        var reporter = new RunReporter(_feed, builder, [], limits, progress, _time);
        reporter.Start();
        progress.StartStage(new ActiveStage("sample", ActiveStage.MeasuredStageName, 1, measurement));
        return (count, status) =>
        {
            for (var i = 0; i < count; i++)
                measurement.Counters.RecordResponse(new CompletedResponse(status, 1), TimeSpan.FromMilliseconds(2));
            reporter.Update();
            return GetPublishedChecks();
        };
    }

    private (string Id, CheckState State)[] GetPublishedChecks() => [.. _feed.GetEventsAfter(0).Events!
        .Where(published => published.Type == LiveEvent.ValidityType)
        .Select(published => JsonSerializer.Deserialize(published.Json, LiveJson.Default.RunValidity)!.Checks.Single())
        .Select(check => (check.Id, check.State))];
}
