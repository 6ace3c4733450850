using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit.Sdk;
using Xunit.v3;

[assembly: CancelAtTimeLimit]
[assembly: TestFramework(typeof(TimeLimitFramework))]

namespace Testing;

/// <summary>
/// Cancels TestContext.Current.CancellationToken when a test reaches its time limit. After the test has ended, fails it
/// with a message that states the limit.
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

/// <summary>
/// Fails a test 5 s after its time limit if the test ignores its cancellation token, or if the constructor of the test
/// class does not end. The test runner then abandons the test and goes on with the other tests.
/// </summary>
internal sealed class TimeLimitFramework : XunitTestFramework
{
    protected override ITestFrameworkExecutor CreateExecutor(Assembly assembly) =>
        new TimeLimitExecutor(new XunitTestAssembly(assembly, configFileName: null, assembly.GetName().Version));

    private sealed class TimeLimitExecutor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
    {
        private static readonly TimeSpan TimeToCancel = TimeSpan.FromSeconds(5);

        public override ValueTask RunTestCases(
            IReadOnlyCollection<IXunitTestCase> testCases,
            IMessageSink executionMessageSink,
            ITestFrameworkExecutionOptions executionOptions,
            CancellationToken cancellationToken)
        {
            if (!Debugger.IsAttached)
            {
                foreach (var testCase in testCases.OfType<XunitTestCase>().Where(testCase => testCase.Timeout is 0))
                {
                    var limit = TimeLimitAttribute.GetLimit(testCase.TestMethod.Method) + TimeToCancel;
                    SetTimeout(testCase, (int)limit.TotalMilliseconds);
                }
            }

            return base.RunTestCases(testCases, executionMessageSink, executionOptions, cancellationToken);
        }

        // xunit has no default timeout for an assembly, and sets a test case's timeout from [Fact] only.
        [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "set_Timeout")]
        private static extern void SetTimeout(XunitTestCase testCase, int milliseconds);
    }
}
