namespace Load.Tests;

public sealed class LastLinesTests
{
    [Fact]
    public async Task Lines_MoreThanAreKept_LastOnesAreCut()
    {
        var lines = new LastLines(2, lineLength: 4);

        await lines.ReadAsync(new StringReader("one\nlonger\r\n\nend\r\nlonger"));

        (lines.Count, lines.ToString(), lines.Format(1)).ShouldBe((5, "end\nlong", "\n    long"));
    }

    [Fact]
    public async Task Line_Of200MillionCharacters_TakesNoMemory()
    {
        var lines = new LastLines(15);
        var before = GC.GetAllocatedBytesForCurrentThread();

        await lines.ReadAsync(new LongLine { Rest = 200_000_000 });

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(100_000);
        (lines.Count, lines.ToString()).ShouldBe((1, new string('x', 1000)));
    }

    private sealed class LongLine : TextReader
    {
        public required int Rest { get; set; }

        public override ValueTask<int> ReadAsync(Memory<char> buffer, CancellationToken cancellationToken = default)
        {
            var length = Math.Min(buffer.Length, Rest);
            Rest -= length;
            buffer.Span[..length].Fill('x');
            return ValueTask.FromResult(length);
        }
    }
}
