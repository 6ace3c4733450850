using Microsoft.Extensions.Logging;

namespace Testing;

/// <summary>Records the lines that a service writes to its log.</summary>
internal sealed class LogRecorder : ILoggerProvider, ILogger
{
    public ConcurrentQueue<(LogLevel Level, string Text)> Lines { get; } = [];

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> format) => Lines.Enqueue((logLevel, format(state, exception)));

    public void Dispose()
    {
    }
}
