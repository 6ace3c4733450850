using Load.Http;

namespace Load.Tests;

public sealed class BodyBufferTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    [InlineData(65_537)]
    [InlineData(1_000_000)]
    [InlineData(BodyBuffer.MaxKeptBytes)]
    public async Task Read_KeptBodies_HaveTheBytesOfEachBody(int length)
    {
        var buffer = new BodyBuffer();
        for (var seed = 0; seed < 3; seed++)
        {
            var bytes = new byte[length];
            new Random(seed).NextBytes(bytes);

            var read = await buffer.ReadAsync(
                new MemoryStream(bytes), keep: true, TestContext.Current.CancellationToken);

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

        await Should.ThrowAsync<BodyTooLongException>(async () => await buffer.ReadAsync(tooLong, keep: true, stop));
        buffer.Release();
        (await buffer.ReadAsync(new MemoryStream([1, 2, 3]), keep: true, stop)).ShouldBe(3);

        buffer.Content.ToArray().ShouldBe([1, 2, 3]);
        buffer.Release();
    }

    [Fact]
    public async Task Read_BodyNotKept_IsCountedOnly()
    {
        var buffer = new BodyBuffer();

        var read = await buffer.ReadAsync(
            new MemoryStream(new byte[20_000_000]), keep: false, TestContext.Current.CancellationToken);

        read.ShouldBe(20_000_000);
        buffer.Content.Length.ShouldBe(0);
        buffer.Release();
    }
}
