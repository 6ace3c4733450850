using System.Reflection;
using Xunit.v3;

[assembly: CancelAtTimeLimit]

namespace Testing;

/// <summary>
/// Sets the time limit of a test, or of each test of a class, which replaces the default limit of 45 s.
/// </summary>
/// <param name="seconds">
/// The time limit in seconds. It should be long enough for a slow machine that runs other tests at the same time.
/// </param>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
internal sealed class TimeLimitAttribute(int seconds) : Attribute
{
    public int Seconds => seconds;
}

/// <summary>
/// Cancels TestContext.Current.CancellationToken when a test reaches its time limit: that of its method, of its class or
/// the default. After the test has ended, fails it with a message that states the limit. A test that ignores the token
/// is ended by the hang dump of make test.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class CancelAtTimeLimitAttribute : BeforeAfterTestAttribute
{
    private static readonly TimeLimitAttribute Default = new(45);
    private readonly ConcurrentDictionary<string, (CancellationTokenSource Source, IDisposable Cancellation)> _limits = [];

    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (Debugger.IsAttached)
            return;
        var limit = new CancellationTokenSource(TimeSpan.FromSeconds(GetLimit(methodUnderTest).Seconds));
        _limits[test.UniqueID] = (limit, limit.Token.Register(TestContext.Current.CancelCurrentTest));
    }

    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (!_limits.TryRemove(test.UniqueID, out var limit))
            return;
        // Waits until a cancellation has ended, which needs the context of the test.
        limit.Cancellation.Dispose();
        var hasEnded = limit.Source.IsCancellationRequested;
        limit.Source.Dispose();
        if (hasEnded)
        {
            throw new TimeoutException(
                $"{test.TestDisplayName} did not end within its time limit of {GetLimit(methodUnderTest).Seconds} s.");
        }
    }

    private static TimeLimitAttribute GetLimit(MethodInfo method) => method.GetCustomAttribute<TimeLimitAttribute>()
        ?? method.ReflectedType!.GetCustomAttribute<TimeLimitAttribute>() ?? Default;
}
