using TwoTier.Load.Cli.Config;

namespace EndToEnd.Tests;

public sealed class PublishedSchemaTests
{
    [Fact]
    public void PublishedSchemas_ComparedWithLoadTool_AreUpToDate()
    {
        ScenarioSchema.Text.Trim().ShouldBe(RepositoryFiles.Read("docs/schemas/scenario.v1.schema.json").Trim());
        ResultSchema.Text.Trim().ShouldBe(RepositoryFiles.Read("docs/schemas/result.v2.schema.json").Trim());
    }
}
