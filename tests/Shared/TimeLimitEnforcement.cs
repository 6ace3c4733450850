using System.Reflection;
using Xunit.v3;

[assembly: CancelAtTimeLimit]

namespace Testing;

/// <summary>
/// Cancels TestContext.Current.CancellationToken when a test reaches its time limit. After the test has ended, fails it
/// with a message that states the limit. A test that ignores the token is ended by the hang dump of make test.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class CancelAtTimeLimitAttribute : BeforeAfterTestAttribute
{
    private readonly ConcurrentDictionary<string, TestTimer> _countdowns = [];

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (!Debugger.IsAttached)
            _countdowns[test.UniqueID] = new(TimeLimitAttribute.GetLimit(methodUnderTest), TestContext.Current);
    }

    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (!_countdowns.TryRemove(test.UniqueID, out var countdown))
            return;
        countdown.Dispose();
        if (countdown.HasEnded)
        {
            throw new TimeoutException(
                $"{test.TestDisplayName} did not end within its time limit of {countdown.Seconds} s.");
        }
    }

    private sealed class TestTimer : IDisposable
    {
        private readonly CancellationTokenSource _source;
        private readonly CancellationTokenRegistration _cancelTest;

        public TestTimer(TimeSpan limit, ITestContext test)
        {
            Seconds = limit.TotalSeconds;
            _source = new CancellationTokenSource(limit);
            _cancelTest = _source.Token.Register(test.CancelCurrentTest);
        }

        public double Seconds { get; }

        public bool HasEnded => _source.IsCancellationRequested;

        public void Dispose()
        {
            // Disposing the registration waits until a running cancellation has ended, because the cancellation needs
            // the test context.
            _cancelTest.Dispose();
            _source.Dispose();
        }
    }
}
