using System.Reflection;

namespace FrontendApi.Tests;

/// <summary>
/// Without a zero in prometheus/rules/recording.yml, the first failures of a kind would not be counted.
/// </summary>
public sealed partial class RecordingRuleTests
{
    [Fact]
    public void FailedCalls_OutcomesWithAZero_AreThoseThatTheFrontendRecords()
    {
        // BackendCalls itself records the last two.
        var outcomes = typeof(BackendFailure).GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => ((BackendFailure)field.GetValue(null)!).Outcome).Distinct()
            .Concat(["cancelled", "fault"]);

        FindZeros("outcome").ShouldBe(outcomes, ignoreOrder: true);
    }

    [Fact]
    public async Task Errors_StatusesWithAZero_IncludeThoseOfTheApi()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var statuses = ServerErrorPattern().Matches((await frontend.GetAsync("/openapi/v1.json")).Body)
            .Select(response => response.Groups["status"].Value).Distinct().ToArray();

        statuses.ShouldNotBeEmpty();
        // The API does not announce status 500, which is an error of the service.
        FindZeros("http_response_status_code").ShouldBe([.. statuses, "500"], ignoreOrder: true);
    }

    private static string[] FindZeros(string label) =>
    [
        .. LabelPattern().Matches(File.ReadAllText(Path.Combine(Repository.Root, "prometheus", "rules", "recording.yml")))
            .Where(match => match.Groups["label"].Value == label).Select(match => match.Groups["value"].Value),
    ];

    [GeneratedRegex("""label_replace\(instance:up:zero\S*, "(?<label>\w+)", "(?<value>\w+)", "", ""\)""")]
    private static partial Regex LabelPattern();

    [GeneratedRegex("\"(?<status>5[0-9]{2})\": ?\\{")]
    private static partial Regex ServerErrorPattern();
}
