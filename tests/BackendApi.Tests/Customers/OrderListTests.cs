using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using BackendApi.Telemetry;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace BackendApi.Tests.Customers;

/// <summary>
/// Tests the routes that return all orders of a customer: as an array, as a stream, and with the customer.
/// </summary>
[TimeLimit(60)]
public sealed class OrderListTests
{
    /// <summary>A customer with two orders.</summary>
    private const string Customer = "/api/customer/2";

    private const string Array = $"{Customer}/orders";
    private const string Stream = $"{Customer}/orders/stream";

    public static TheoryData<string> Routes => [Array, Stream];

    [Theory]
    [MemberData(nameof(Routes))]
    public async Task Customer_GetOrders_ReturnsTheBytesOfEachOrderAsAnArray(string route)
    {
        await using var backend = Start();
        for (var id = 1; id <= 5; id++)
        {
            var customer = (await backend.GetAsync($"/api/customer/{id}")).Body;
            var orders = new List<string>();
            foreach (var order in JsonDocument.Parse(customer).RootElement.GetProperty("orderIds").EnumerateArray())
                orders.Add((await backend.GetAsync($"/api/customer/{id}/order/{order}")).Body);

            var (status, list) = await backend.GetAsync(route.Replace("/2/", $"/{id}/", StringComparison.Ordinal));

            status.ShouldBe(200);
            list.ShouldBe($"[{string.Join(',', orders)}]");
        }
    }

    [Fact]
    public async Task Customer_GetWithOrders_ReturnsTheBytesOfTheCustomerAndOfItsOrders()
    {
        await using var backend = Start();
        for (var id = 1; id <= 5; id++)
        {
            var customer = (await backend.GetAsync($"/api/customer/{id}")).Body;
            var orders = (await backend.GetAsync($"/api/customer/{id}/orders")).Body;

            var (status, both) = await backend.GetAsync($"/api/customer/{id}/with-orders");

            status.ShouldBe(200);
            both.ShouldBe($"{{\"customer\":{customer},\"orders\":{orders}}}");
        }
    }

    [Theory]
    [InlineData(Array)]
    [InlineData(Stream)]
    [InlineData($"{Customer}/with-orders")]
    public async Task UnknownCustomer_GetOrders_Returns404(string route)
    {
        await using var backend = Start();

        var (status, body) = await backend.GetAsync(route.Replace("/2/", "/6/", StringComparison.Ordinal));

        status.ShouldBe(404, body);
        body.ShouldContain("There is no customer 6.");
    }

    [Fact]
    public async Task OrdersThatTakeTime_GetStream_SendsEachOrderBeforeTheNextOneIsThere()
    {
        var time = new SteppedTime();
        await using var backend = Start(time);
        var ids = await ReadOrderIdsAsync(backend);
        ids.Length.ShouldBeGreaterThan(1);
        using var client = backend.CreateHttpClient();

        var response = client.GetStreamAsync(Stream, TestContext.Current.CancellationToken);
        var text = new StringBuilder();
        var buffer = new byte[4_000];
        foreach (var id in ids)
        {
            text.ToString().ShouldNotContain($"\"id\":{id},");
            await time.EndDelayAsync();
            // The response begins with the first order.
            var body = await response;
            while (!text.ToString().Contains($"\"id\":{id},"))
            {
                var count = await body.ReadAsync(buffer, TestContext.Current.CancellationToken);
                count.ShouldBeGreaterThan(0, $"{text}");
                text.Append(Encoding.UTF8.GetString(buffer, 0, count));
            }
        }

        (await response).Dispose();
    }

    [Fact]
    public async Task OrdersThatTakeTime_GetArray_AnswersWhenTheLastOneIsThere()
    {
        var time = new SteppedTime();
        await using var backend = Start(time);
        var ids = await ReadOrderIdsAsync(backend);
        using var client = backend.CreateHttpClient();

        var response = client.GetAsync(
            Array, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);

        foreach (var _ in ids)
        {
            response.IsCompleted.ShouldBeFalse();
            await time.EndDelayAsync();
        }

        (await response).EnsureSuccessStatusCode();
    }

    private static async Task<int[]> ReadOrderIdsAsync(ServiceFactory<BackendMetrics> backend) =>
    [
        .. JsonDocument.Parse((await backend.GetAsync(Customer)).Body).RootElement.GetProperty("orderIds")
            .EnumerateArray().Select(id => id.GetInt32()),
    ];

    private static ServiceFactory<BackendMetrics> Start(TimeProvider? time = null) => new(
        ("Data:Customers", "5"), ("SlowResponses:BeforeEachOrder", time is null ? "00:00:00" : "00:01:00"))
    {
        ExtraServices = services => services.AddSingleton(time ?? TimeProvider.System),
    };

    /// <summary>A clock whose delays last until the test ends them, one after the other.</summary>
    private sealed class SteppedTime : TimeProvider
    {
        private readonly ConcurrentQueue<Action> _delays = [];

        /// <summary>Waits until a delay has begun, and ends it.</summary>
        public async Task EndDelayAsync()
        {
            Action? end = null;
            await Eventually.WaitUntilAsync(() => _delays.TryDequeue(out end));
            end!();
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime == TimeSpan.FromMinutes(1))
                _delays.Enqueue(() => callback(state));
            return System.CreateTimer(_ => { }, null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
