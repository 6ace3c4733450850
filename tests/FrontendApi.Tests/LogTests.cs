using System.Collections.Concurrent;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

/// <summary>A line per request, or per failure that the service expects, would be part of every measurement.</summary>
public sealed class LogTests
{
    [Theory]
    [InlineData("/api/customer/1", 200)]
    [InlineData("/api/customer/1?strategy=nonsense", 400)]
    [InlineData("/api/customer/2", 502)]
    [InlineData("/api/customer/3", 404)]
    [InlineData("/nowhere", 404)]
    public async Task Request_OfAnyExpectedOutcome_IsNoLineInTheLog(string path, int status)
    {
        var lines = new Lines();
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.Response.StatusCode = context.Request.Path.Value switch
            {
                "/api/customer/2" => 500,
                "/api/customer/3" => 404,
                _ => 200,
            };
            return context.Response.StatusCode is 200 ? Documents.Send(context) : Task.CompletedTask;
        });
        await using var frontend = new Frontend(backend.Address)
        {
            ExtraServices = services => services.AddSingleton<ILoggerProvider>(lines),
        };
        _ = frontend.Address;
        lines.OfTheStart.Written.ShouldNotBeEmpty("the start has its lines, so lines come here");
        lines.Written.Clear();

        (await frontend.GetAsync(path)).Status.ShouldBe(status);

        lines.Written.ShouldBeEmpty();
    }

    private sealed class Lines : ILoggerProvider, ILogger
    {
        private const string Start = "Microsoft.Hosting.Lifetime";
        private readonly Lazy<Lines> _ofTheStart = new(() => new Lines());

        /// <summary>Apart, since the last of them are written while the first request is answered already.</summary>
        public Lines OfTheStart => _ofTheStart.Value;

        public ConcurrentQueue<string> Written { get; } = [];

        public ILogger CreateLogger(string categoryName) => categoryName == Start ? OfTheStart : this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Written.Enqueue(formatter(state, exception));

        public void Dispose()
        {
        }
    }
}
