using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests;

public sealed class LogTests
{
    /// <summary>Lines of requests and of expected failures would be part of every measurement.</summary>
    [Fact]
    public async Task RequestsWithExpectedOutcomes_WriteNoLogLine()
    {
        using var log = new LogRecorder();
        await using var frontend = await FrontendUnderTest.StartAsync(
            context => context.Request.Path.Value switch
            {
                "/api/customer/2" or "/health/live" => Respond.WithStatus(500)(context),
                "/api/customer/3" => Respond.WithStatus(404)(context),
                _ => BackendDocuments.SendAsync(context),
            },
            services => services.AddSingleton<ILoggerProvider>(log).AddSingleton<TimeProvider>(new HurriedTime()), []);
        (string Path, int Status)[] requests =
        [
            ("/api/customer/1", 200), ("/api/customer/1?strategy=nonsense", 400), ("/api/customer/2", 502),
            ("/api/customer/2?resilience=budget", 502), ("/api/customer/2?resilience=hedging", 502),
            ("/api/customer/3", 404), ("/nowhere", 404), ("/health/ready", 503),
        ];
        _ = frontend.Address;
        // The last line of the start, which another thread writes.
        await Eventually.WaitUntilAsync(() => log.Lines.Any(line => line.Text.Contains("root path", StringComparison.Ordinal)));
        log.Lines.Clear();

        foreach (var (path, status) in requests)
            (await frontend.GetAsync(path)).Status.ShouldBe(status);

        log.Lines.ShouldBeEmpty();
    }
}
