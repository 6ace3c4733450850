using TwoTier.Load.Events;

namespace Load.Tests;

public sealed class EventWriterTests
{
    [Fact]
    public void Publish_ToADiskThatIsFull_FailsOnlyAtTheEnd()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a device of Linux.");
        using var writer = EventWriter.Create("/dev/full");
        for (var i = 0; i < 100; i++)
            Publish(writer);

        Should.Throw<IOException>(writer.Complete).Message.ShouldStartWith("--events: ");
    }

    [Fact]
    public void Publish_ReaderThatDoesNotRead_DelaysNobodyAndFailsAtTheEnd()
    {
        using var output = new StuckWriter();
        using var writer = new EventWriter(output);
        // One event is being written, and the others wait.
        for (var i = 0; i < EventWriter.Capacity; i++)
            Publish(writer);
        writer.HasFailed.ShouldBeFalse();

        Publish(writer);
        Publish(writer);

        Should.Throw<IOException>(writer.Complete)
            .Message.ShouldBe("--events: the program that reads the events is more than 1000 events behind");
    }

    private static void Publish(EventWriter writer) => writer.Publish(new ResultLine());

    /// <summary>A writer whose reader never reads.</summary>
    private sealed class StuckWriter : TextWriter
    {
        private readonly CancellationToken _endOfTest = TestContext.Current.CancellationToken;
        private readonly ManualResetEventSlim _end = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void WriteLine(string? value)
        {
            _end.Wait(_endOfTest);
            throw new IOException("The reader has left.");
        }

        protected override void Dispose(bool disposing)
        {
            _end.Set();
            base.Dispose(disposing);
        }
    }
}
