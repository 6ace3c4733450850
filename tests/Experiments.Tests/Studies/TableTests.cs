namespace Experiments.Tests.Studies;

public sealed class TableTests
{
    [Fact]
    public void TextTable_ToMarkdown_AlignsNumbersAndEscapesBars()
    {
        var table = new TextTable(1, "name", "req/s");
        table.Add("a|b", "1.05");

        table.ToMarkdown().ShouldBe("| name | req/s |\n| --- | --: |\n| a\\|b | 1.05 |\n");
    }
}
