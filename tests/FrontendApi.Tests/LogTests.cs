using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

/// <summary>
/// Tests that requests and expected failures write no log line, because such lines would be part of every measurement.
/// </summary>
public sealed class LogTests
{
    [Theory]
    [InlineData("/api/customer/1", 200)]
    [InlineData("/api/customer/1?strategy=nonsense", 400)]
    [InlineData("/api/customer/2", 502)]
    [InlineData("/api/customer/2?resilience=retry", 502)]
    [InlineData("/api/customer/2?resilience=hedging", 502)]
    [InlineData("/api/customer/3", 404)]
    [InlineData("/nowhere", 404)]
    [InlineData("/health/ready", 503)]
    public async Task AnyRequest_WithExpectedOutcome_WritesNoLogLine(string path, int status)
    {
        var log = new LineRecorder();
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                context.Response.StatusCode = context.Request.Path.Value switch
                {
                    "/api/customer/2" or "/health/live" => 500,
                    "/api/customer/3" => 404,
                    _ => 200,
                };
                return context.Response.StatusCode is 200 ? BackendDocuments.SendAsync(context) : Task.CompletedTask;
            },
            services => services.AddSingleton<ILoggerProvider>(log),
            [("Resilience:RetryDelay", "00:00:00")]);
        _ = frontend.Address;
        log.Lines.ShouldNotBeEmpty("The log provider of this test should receive the log lines of the start.");

        (await frontend.GetAsync(path)).Status.ShouldBe(status);

        log.Lines.ShouldAllBe(line => line.Category == "Microsoft.Hosting.Lifetime");
    }

    private sealed class LineRecorder : ILoggerProvider
    {
        /// <summary>The log lines by category.</summary>
        public ConcurrentQueue<(string Category, string Line)> Lines { get; } = [];

        public ILogger CreateLogger(string categoryName) => new Logger(line => Lines.Enqueue((categoryName, line)));

        public void Dispose()
        {
        }
    }

    private sealed class Logger(Action<string> record) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> format) =>
            record(format(state, exception));
    }
}
