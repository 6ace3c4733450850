namespace EndToEnd.Tests;

public sealed class EventuallyTests
{
    private static readonly TimeSpan ShortTimeLimit = TimeSpan.FromMilliseconds(50);

    [Fact]
    public async Task WaitUntilAsync_ConditionBecomesTrue_Returns()
    {
        var polls = 0;

        await Eventually.WaitUntilAsync(() => ++polls == 3);

        polls.ShouldBe(3);
    }

    [Fact]
    public async Task WaitUntilAsync_ConditionStaysFalse_FailsWithSourceTextOfCondition()
    {
        var isReady = false;

        var failure = await Should.ThrowAsync<TimeoutException>(
            () => Eventually.WaitUntilAsync(() => isReady, ShortTimeLimit));

        failure.Message.ShouldBe("The condition was not met within 0.05 s: () => isReady");
    }

    [Fact]
    public async Task GetAsync_ReadNeverReturns_FailsWithSourceTextOfRead()
    {
        var never = new TaskCompletionSource<string?>();

        var failure = await Should.ThrowAsync<TimeoutException>(
            () => Eventually.GetAsync(() => never.Task, ShortTimeLimit));

        failure.Message.ShouldBe("The condition was not met within 0.05 s: () => never.Task");
    }

    [Fact]
    public async Task GetAsync_ValueAppears_ReturnsValue()
    {
        var values = new Queue<string?>([null, null, "here"]);

        (await Eventually.GetAsync(() => Task.FromResult(values.Dequeue()))).ShouldBe("here");
    }
}
