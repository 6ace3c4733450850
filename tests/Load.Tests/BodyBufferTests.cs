namespace Load.Tests;

public sealed class BodyBufferTests
{
    [Theory]
    [InlineData(65_537)]
    [InlineData(BodyBuffer.MaxKeptBytes)]
    public async Task Read_KeptBodies_HaveTheBytesOfEachBody(int length)
    {
        var buffer = new BodyBuffer();
        for (var seed = 0; seed < 3; seed++)
        {
            var bytes = new byte[length];
            new Random(seed).NextBytes(bytes);

            var read = await BodyBuffer.ReadAsync(
                new MemoryStream(bytes), buffer, TestContext.Current.CancellationToken);

            read.ShouldBe(length);
            buffer.Content.SequenceEqual(bytes).ShouldBeTrue();
            buffer.Release();
        }
    }

    [Fact]
    public async Task Read_BodyLongerThanLimit_FailsAndNextBodyIsRead()
    {
        var buffer = new BodyBuffer();
        var (tooLong, stop) =
            (new MemoryStream(new byte[BodyBuffer.MaxKeptBytes + 1]), TestContext.Current.CancellationToken);

        await Should.ThrowAsync<BodyTooLongException>(async () => await BodyBuffer.ReadAsync(tooLong, buffer, stop));
        buffer.Release();
        (await BodyBuffer.ReadAsync(new MemoryStream([1, 2, 3]), buffer, stop)).ShouldBe(3);

        buffer.Content.ToArray().ShouldBe([1, 2, 3]);
        buffer.Release();
    }

    [Fact]
    public async Task Read_BodyNotKept_IsCountedWithoutKeepingIt()
    {
        using var body = new MemoryStream(new byte[20_000_000]);
        var before = GC.GetAllocatedBytesForCurrentThread();

        var read = await BodyBuffer.ReadAsync(body, null, TestContext.Current.CancellationToken);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(1_000_000);
        read.ShouldBe(20_000_000);
    }
}
