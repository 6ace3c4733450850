using System.Collections.Concurrent;
using Microsoft.Extensions.DependencyInjection;
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
        var log = new RecordingLoggerProvider();
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
        log.StartupLines.ShouldNotBeEmpty("The log provider of this test should receive the log lines of the start.");
        log.Lines.Clear();

        (await frontend.GetAsync(path)).Status.ShouldBe(status);

        log.Lines.ShouldBeEmpty();
    }

    private sealed class RecordingLoggerProvider : ILoggerProvider
    {
        /// <summary>
        /// The log lines about the start and stop of the host. The last line about the start may be written during the
        /// first request.
        /// </summary>
        public ConcurrentQueue<string> StartupLines { get; } = [];

        public ConcurrentQueue<string> Lines { get; } = [];

        public ILogger CreateLogger(string categoryName) =>
            new RecordingLogger(categoryName is "Microsoft.Hosting.Lifetime" ? StartupLines : Lines);

        public void Dispose()
        {
        }
    }

    private sealed class RecordingLogger(ConcurrentQueue<string> lines) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter) => lines.Enqueue(formatter(state, exception));
    }
}
