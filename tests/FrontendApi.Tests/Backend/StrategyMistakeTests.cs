using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests.Backend;

/// <summary>Tests what an author sees whose strategy throws an exception that the back-end did not cause.</summary>
public sealed class StrategyMistakeTests
{
    private const string Calls = "backend_call_duration_seconds_count";

    [Theory]
    [InlineData("Development", "The strategy 'get-from-json' threw InvalidOperationException: An invalid request URI")]
    [InlineData("Production", "An unexpected error occurred: see the log.")]
    public async Task ClientWithoutAddress_GetCustomer_Returns500AndWritesOneLineWithTheStrategy(
        string environment, string detail)
    {
        using var log = new LogRecorder();
        await using var frontend = await FrontendUnderTest.StartAsync(
            BackendDocuments.SendAsync,
            services => services.AddSingleton<ILoggerProvider>(log).AddSingleton<IHttpClientFactory>(new Addressless()),
            [("environment", environment)]);

        var problem = await frontend.GetProblemAsync("/api/customer/1", 500);

        problem.GetProperty("detail").GetString()!.ShouldStartWith(detail);
        var (level, line) = log.Lines.Where(line => line.Level >= LogLevel.Warning).ShouldHaveSingleItem();
        (level, line).ShouldBe(
            (LogLevel.Error, "The strategy get-from-json failed, and the back-end is not the cause."));
        (await frontend.SumAsync(Calls, "strategy=\"get-from-json\"", "outcome=\"fault\"")).ShouldBe(1);
    }

    private sealed class Addressless : IHttpClientFactory
    {
        public HttpClient CreateClient(string name) => new();
    }
}
