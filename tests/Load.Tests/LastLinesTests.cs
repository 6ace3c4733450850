namespace Load.Tests;

public sealed class LastLinesTests
{
    [Fact]
    public async Task Lines_MoreThanAreKept_LastOnesAreCut()
    {
        var lines = new LastLines(2, lineLength: 4);

        await lines.ReadAsync(new StringReader("one\nlonger\r\n\nend\r\nlonger"));

        (lines.ToString(), lines.Format(1)).ShouldBe(("end\nlong", "\n    long"));
    }
}
