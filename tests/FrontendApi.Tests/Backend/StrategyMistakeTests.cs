using System.Net.Http.Json;
using FrontendApi.Customers;
using Microsoft.Extensions.Logging;

namespace FrontendApi.Tests.Backend;

/// <summary>Tests what an author sees whose strategy throws an exception that the back-end did not cause.</summary>
public sealed class StrategyMistakeTests
{
    private const string Calls = "backend_call_duration_seconds_count";

    /// <summary>HttpClient throws the same type of exception for a body with an unknown charset.</summary>
    [Fact]
    public async Task BaseAddressOfAUsedClient_ReadCustomer_IsAFaultOfTheStrategyAndNotOfTheBackend()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(BackendDocuments.SendAsync);
        _ = frontend.Address;
        using var calls = frontend.Services.GetRequiredService<BackendCaller>().Begin(
            new CustomerFlags(
                new Careless(), ClientLifetime.Shared, FanOutMode.Sequential, ResilienceMode.None, HttpMode.Http11),
            CancellationToken.None);

        var mistake = await Should.ThrowAsync<StrategyException>(
            () => new Careless().ReadCustomerAsync(1, FanOutMode.Sequential, calls));

        mistake.Message.ShouldStartWith("The strategy 'careless' threw InvalidOperationException: This instance has already");
        (await frontend.SumAsync(Calls, "strategy=\"careless\"", "outcome=\"success\"")).ShouldBe(1);
        (await frontend.SumAsync(Calls, "strategy=\"careless\"", "outcome=\"fault\"")).ShouldBe(1);
    }

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

    private sealed class Careless() : HttpClientStrategy("careless", "", "")
    {
        protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
            where T : class
        {
            client.BaseAddress = new(client.BaseAddress!, "/");
            return client.GetFromJsonAsync<T>(path, JsonSerializerOptions.Web, cancellationToken);
        }
    }

    private sealed class Addressless : IHttpClientFactory
    {
        public HttpClient CreateClient(string name) => new();
    }
}
