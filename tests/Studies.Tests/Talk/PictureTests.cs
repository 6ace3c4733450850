namespace Studies.Tests.Talk;

public sealed class PictureTests
{
    [Fact]
    public void Ports_FromLinesOfTheSystem_AreOpenKeptOrFree()
    {
        // 20,000 is 4E20 in hexadecimal. 0A listens, 01 is connected, and 06 waits after a connection.
        string[] lines =
        [
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            "   0: 0100007F:4E20 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 1 1",
            "   1: 0100007F:4E20 0100007F:4E22 06 00000000:00000000 03:00001762 00000000     0        0 0 3 0",
            "   2: 0000000000000000FFFF00000100007F:4E21 0000000000000000FFFF00000100007F:4E20 06 00000000:00000000",
            "   3: 0000000000000000FFFF00000100007F:4E22 0000000000000000FFFF00000100007F:4E20 01 00000000:00000000",
            "   4: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0  0 1 1",
        ];

        var states = PortPicture.ParseStates(lines);

        states[..4].ShouldBe("oko.");
        states[4..].ShouldBe(new string('.', PortExhaustionStudy.Ports - 4));
    }

    [Fact]
    public void Ports_OfThePublishedResult_HaveItsCountsAndSayThatTheyArePublished()
    {
        var reading = PortPicture.ReadPublished();

        reading.IsPublished.ShouldBeTrue();
        reading.Failed.ShouldNotBeNull().ShouldBePositive();
        reading.States.Count(state => state is PortReading.Kept).ShouldBe((int)reading.Answered!);
    }

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
