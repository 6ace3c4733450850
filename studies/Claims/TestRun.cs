using System.Text.Json;
using Studies.Claims.Criteria;

namespace Studies.Claims;

/// <summary>
/// The counts of a run of tests, from the report that the test runner writes in CTRF (Common Test Report Format, JSON).
/// </summary>
/// <param name="Tests">The number of tests that were run or skipped.</param>
/// <param name="Passed">The number of tests that passed.</param>
/// <param name="Failed">The number of tests that failed.</param>
/// <param name="Skipped">The number of tests that were skipped because they cannot run on this machine.</param>
internal sealed record TestRun(int Tests, int Passed, int Failed, int Skipped)
{
    /// <summary>Measures a claim that holds if all of the given tests pass.</summary>
    /// <param name="context">The context in which claims are measured. It runs the tests.</param>
    /// <param name="project">The name of the test project.</param>
    /// <param name="classes">The names of the test classes. An asterisk stands for any text.</param>
    public static async Task<Measurement> MeasureAsync(MeasurementContext context, string project, string classes) =>
        (await context.RunTestsAsync(project, classes)).ToMeasurement(project);

    /// <exception cref="JsonException">The text is not a CTRF report.</exception>
    public static TestRun Parse(string ctrf) =>
        JsonSerializer.Deserialize<CtrfReport>(ctrf, JsonSerializerOptions.Web)?.Results.Summary
        ?? throw new JsonException("The test report has no summary.");

    public Measurement ToMeasurement(string project) => this switch
    {
        { Tests: 0 } => Measurement.NotMeasured($"no test of {project} ran"),
        { Skipped: > 0 } => Measurement.NotMeasured($"some tests of {project} cannot run here"),
        _ => Measurement.FromMetric(
            "failed", Metric.Exact(Tests - Passed), $"{Passed} of {Tests} tests of {project} passed"),
    };

    private sealed record CtrfReport(CtrfResults Results);

    private sealed record CtrfResults(TestRun Summary);
}
