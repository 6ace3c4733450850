namespace Experiments.Claims;

/// <summary>The counts of a run of tests, from a report in CTRF (Common Test Report Format, JSON).</summary>
internal sealed record TestRun(int Tests, int Passed, int Failed, int Skipped)
{
    public static async Task<Measurement> MeasureAsync(MeasurementContext context, string project, string classes) =>
        (await context.RunTestsAsync(project, classes)).ToMeasurement(project);

    public static TestRun Parse(string ctrf) =>
        JsonElement.Parse(ctrf).GetProperty("results").GetProperty("summary")
            .Deserialize<TestRun>(JsonSerializerOptions.Web)!;

    public Measurement ToMeasurement(string project) => this switch
    {
        { Tests: 0 } => Measurement.NotMeasured($"no test of {project} ran"),
        { Skipped: > 0 } => Measurement.NotMeasured($"some tests of {project} cannot run here"),
        _ => Measurement.FromMetric(
            "failed", Metric.Exact(Tests - Passed), $"{Passed} of {Tests} tests of {project} passed"),
    };
}
