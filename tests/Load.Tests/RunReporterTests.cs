namespace Load.Tests;

public sealed class RunReporterTests
{
    [Fact]
    public async Task RunReporter_ExpectedErrorsHaveNotComeYet_IsANoteUntilTheyCome()
    {
        var limits = RunLimits.Default with { ExpectedErrors = ["503"] };
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load run", "load run", 2014, TimeSpan.FromSeconds(1), 2);
        var builder = new RunResultBuilder(description, TestRequests.CreateMix("http://h/"), [], TimeSpan.Zero);
        var file = new TempFile(".events.ndjson", "");
        using var writer = EventWriter.Create(file.Path, TimeProvider.System);
        var events = new EventReader(file.Path);
        var (time, progress) = (new ManualTime(), new RunProgress());
        var measurement = new Measurement(time);
        var reporter = new RunReporter(writer, builder, [], limits, progress, time);
        reporter.Start();
        progress.StartStage(new ActiveStage("sample", ActiveStage.MeasuredStageName, 1, measurement));

        (await RespondAsync(100, 200)).ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Note));
        (await RespondAsync(1, 503)).ShouldBe((RunChecks.ExpectedErrorsId, CheckState.Pass));
        (await RespondAsync(50, 500)).ShouldBe(("errors", CheckState.Fail));

        // Records responses of a status, and gets the check that was published then.
        async Task<(string Id, CheckState State)> RespondAsync(int count, int status)
        {
            for (var i = 0; i < count; i++)
                measurement.Counters.RecordResponse(new CompletedResponse(status, 1), TimeSpan.FromMilliseconds(2));
            reporter.Update();
            var check = (await events.ReadUntilAsync(RunEvent.ValidityType))[^1].Read<RunValidity>().Checks.Single();
            return (check.Id, check.State);
        }
    }
}
