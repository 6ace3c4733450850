using FrontendApi.Caching;

namespace FrontendApi.Tests.Caching;

public sealed class CallCoalescerTests
{
    private readonly CallCoalescer<int> _coalescer = new();
    private readonly TaskCompletionSource<string> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _calls;
    private CancellationToken _callToken;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task SeveralCallers_WhileCallIsUnderWay_ShareItsResult()
    {
        var callers = Enumerable.Range(0, 5).Select(_ => CallAsync(1)).ToArray();
        _answer.SetResult("shared");

        (await Task.WhenAll(callers)).ShouldAllBe(result => result == "shared");
        _calls.ShouldBe(1);
    }

    [Fact]
    public async Task OtherKey_WhileCallIsUnderWay_MakesOwnCall()
    {
        Task[] callers = [CallAsync(1), CallAsync(2)];
        _answer.SetResult("");

        await Task.WhenAll(callers);
        _calls.ShouldBe(2);
    }

    [Fact]
    public async Task CallEnded_NextCaller_MakesAnotherCall()
    {
        _answer.SetResult("");
        await CallAsync(1);

        await CallAsync(1);

        _calls.ShouldBe(2);
    }

    [Fact]
    public async Task CallFails_EveryCaller_GetsFailureThatIsNotKept()
    {
        Task[] callers = [CallAsync(1), CallAsync(1)];
        _answer.SetException(new InvalidDataException("failed"));

        foreach (var caller in callers)
            (await Should.ThrowAsync<InvalidDataException>(() => caller)).Message.ShouldBe("failed");
        _calls.ShouldBe(1);
        (await _coalescer.CallAsync(1, _ => Task.FromResult("good"), Token)).ShouldBe("good");
    }

    [Fact]
    public async Task CallThrowsAtOnce_Caller_GetsFailureThatIsNotKept()
    {
        await Should.ThrowAsync<InvalidDataException>(() => _coalescer.CallAsync<string>(
            1, _ => throw new InvalidDataException(), Token));

        (await _coalescer.CallAsync(1, _ => Task.FromResult("good"), Token)).ShouldBe("good");
    }

    [Fact]
    public async Task SecondCallerLeaves_WhileCallIsUnderWay_CallGoesOnForFirst()
    {
        using var leaving = new CancellationTokenSource();
        var (stays, leaves) = (CallAsync(1), CallAsync(1, leaving));
        await leaving.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => leaves);
        _callToken.IsCancellationRequested.ShouldBeFalse();
        _answer.SetResult("shared");
        (await stays).ShouldBe("shared");
        _calls.ShouldBe(1);
    }

    [Fact]
    public async Task FirstCallerLeaves_WhileCallIsUnderWay_CallGoesOnForSecond()
    {
        using var leaving = new CancellationTokenSource();
        var (leaves, stays) = (CallAsync(1, leaving), CallAsync(1));
        await leaving.CancelAsync();

        _callToken.IsCancellationRequested.ShouldBeFalse();
        leaves.IsCompleted.ShouldBeFalse("The call uses what belongs to the first caller.");
        var joins = CallAsync(1);
        _answer.SetResult("shared");
        (await stays).ShouldBe("shared");
        (await joins).ShouldBe("shared");
        await leaves;
        _calls.ShouldBe(1);
    }

    [Fact]
    public async Task AllCallersLeave_WhileCallIsUnderWay_CancelTheCall()
    {
        using var leaving = new CancellationTokenSource();
        Task[] callers = [CallAsync(1, leaving), CallAsync(1, leaving)];
        await leaving.CancelAsync();

        foreach (var caller in callers)
            await Should.ThrowAsync<OperationCanceledException>(() => caller);
        _callToken.IsCancellationRequested.ShouldBeTrue();
        (await _coalescer.CallAsync(1, _ => Task.FromResult("next"), Token)).ShouldBe("next");
    }

    /// <summary>The call that everyone left cannot be cancelled, and ends after the next one has begun.</summary>
    [Fact]
    public async Task NextCallAfterAllLeft_FormerCallEnds_NextCallIsStillShared()
    {
        using var leaving = new CancellationTokenSource();
        var former = new TaskCompletionSource<string>();
        var left = _coalescer.CallAsync(1, _ => former.Task, leaving.Token);
        await leaving.CancelAsync();
        var next = CallAsync(1);
        former.SetResult("former");
        await left;

        var joins = CallAsync(1);
        _answer.SetResult("next");

        (await next).ShouldBe("next");
        (await joins).ShouldBe("next");
        _calls.ShouldBe(1);
    }

    /// <summary>Makes a call that lasts until the answer is set, or joins it.</summary>
    /// <param name="key">The key of the call.</param>
    /// <param name="leaving">The source of the token with which the caller leaves; null if it stays.</param>
    private Task<string> CallAsync(int key, CancellationTokenSource? leaving = null) => _coalescer.CallAsync(
        key,
        token =>
        {
            _calls++;
            _callToken = token;
            return _answer.Task.WaitAsync(token);
        },
        leaving?.Token ?? Token);
}
