namespace Load.Tests;

public sealed class RunReporterTests : IDisposable
{
    private readonly EventFeed _feed = new(firstId: 1);

    public void Dispose() => _feed.Dispose();

    [Fact]
    public void RunReporter_ExpectedErrorsHaveNotComeYet_IsANoteUntilTheyCome()
    {
        var limits = RunLimits.Default with { ExpectedErrors = ["503"] };
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load run", "load run", 2014, TimeSpan.FromSeconds(1), 2);
        var builder = new RunResultBuilder(description, TestRequests.CreateMix("http://h/"), [], TimeSpan.Zero);
        var (time, progress) = (new ManualTime(), new RunProgress());
        var measurement = new Measurement(time);
        var reporter = new RunReporter(_feed, builder, [], limits, progress, time);
        reporter.Start();
        progress.StartStage(new ActiveStage("sample", ActiveStage.MeasuredStageName, 1, measurement));

        Respond(100, 200).ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Note));
        Respond(1, 503).ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Pass));
        Respond(50, 500).ShouldBe(("errors", CheckState.Fail));

        // Records responses of a status, and gets the last check that was published.
        (string Id, CheckState State) Respond(int count, int status)
        {
            for (var i = 0; i < count; i++)
                measurement.Counters.RecordResponse(new CompletedResponse(status, 1), TimeSpan.FromMilliseconds(2));
            reporter.Update();
            var published = _feed.GetHistory().Last(one => one.Type == RunEvent.ValidityType);
            var validity = JsonSerializer.Deserialize<RunValidity>(published.Json, RecordingTests.EventOptions)!;
            return (validity.Checks.Single().Id, validity.Checks.Single().State);
        }
    }
}
