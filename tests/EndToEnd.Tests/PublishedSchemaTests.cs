using Load.Config;
using Load.Results;

namespace EndToEnd.Tests;

/// <summary>Compares the schemas in docs/schemas with those that the load tool prints.</summary>
public sealed class PublishedSchemaTests
{
    /// <summary>
    /// The environment variable RENEW=1 writes the file instead, which make generate does. The version in the name of
    /// the file is the last part of the schema's id.
    /// </summary>
    [Theory]
    [InlineData("scenario")]
    [InlineData("result")]
    public void PublishedSchema_ComparedWithLoadTool_IsUpToDate(string name)
    {
        var printed = (name is "scenario" ? ScenarioSchema.Text : ResultSchema.Text).TrimEnd() + "\n";
        var version = JsonElement.Parse(printed).TryGetProperty("$id", out var id) ? id.GetString()!.Split(':')[^1] : "1";
        var path = Path.Combine(Repository.Root, "docs", "schemas", $"{name}.v{version}.schema.json");
        if (Environment.GetEnvironmentVariable("RENEW") is "1")
            File.WriteAllText(path, printed);

        File.Exists(path).ShouldBeTrue($"{path} does not exist. make generate writes it.");
        File.ReadAllText(path).ReplaceLineEndings("\n").ShouldBe(printed, "make generate renews the schema.");
    }
}
