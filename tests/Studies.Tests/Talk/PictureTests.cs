namespace Studies.Tests.Talk;

public sealed class PictureTests
{
    [Fact]
    public void ThenAndNow_ComparedWithThePictureOfTheLedger_HasItsRows()
    {
        var rows = ThenAndNow.ReadAll().ToArray();

        var picture = File.ReadAllText(Path.Combine(Repository.Root, "docs", "claims.svg"));
        rows.Length.ShouldBe(picture.Split("id=\"row-").Length - 1);
        rows.ShouldAllBe(row => picture.Contains(row.Name, StringComparison.Ordinal) && row.Lo <= row.Hi);
        JsonSerializer.Serialize(rows, StrictYaml.Options).ShouldContain("\"published\":");
    }
}
