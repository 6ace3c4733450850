using TwoTier.Load.Events;

namespace Load.Tests;

public sealed class EventWriterTests
{
    [Fact]
    public void Complete_DiskThatIsFull_SaysSo()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a device of Linux.");
        using var file = EventWriter.CreateFile("/dev/full");
        using var writer = new EventWriter(file, () => [new ResultLine()]);

        writer.Complete().ShouldNotBeNull();
    }

    [Fact]
    public void Complete_ReaderThatDoesNotRead_SaysSo()
    {
        using var output = new StuckWriter();
        using var writer = new EventWriter(output, () => [new ResultLine()]);

        writer.Complete().ShouldBe("no program reads the events");
    }

    /// <summary>A writer whose reader never reads.</summary>
    private sealed class StuckWriter : TextWriter
    {
        private readonly ManualResetEventSlim _end = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void WriteLine(string? value) => _end.Wait(TestContext.Current.CancellationToken);

        protected override void Dispose(bool disposing)
        {
            _end.Set();
            base.Dispose(disposing);
        }
    }
}
