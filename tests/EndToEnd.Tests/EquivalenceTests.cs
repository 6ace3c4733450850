using System.Text.Json;
using FrontendApi.Backend;
using FrontendApi.Caching;
using FrontendApi.Customers;
using FrontendApi.Strategies;
using FrontendApi.Telemetry;
using Testing;

namespace EndToEnd.Tests;

/// <summary>
/// Tests that the front-end returns the same bytes for a customer id, and makes the same number of back-end calls, with
/// any query flags. Otherwise, the costs of the flags could not be compared.
/// </summary>
public sealed class EquivalenceTests(
    EquivalenceTests.FrontendWithBackend tiers) : IClassFixture<EquivalenceTests.FrontendWithBackend>
{
    private const int Customers = 50;
    private const int CustomersOverHttp2 = 10;
    private const int CustomersCompressed = 2;
    private const int CustomersCached = 2;

    /// <summary>Every combination of query flags that the catalog of strategies allows.</summary>
    public static TheoryData<string> FlagCombinations =>
    [
        .. from strategy in StrategyCatalog.All
           from client in strategy.OwnsClient ? [""] : ClientLifetime.ClientFlag.Values.Select(value => $"&client={value}")
           from fanOut in strategy.HasFanOut
               ? FanOutMode.FanOutFlag.Values.Select(value => $"&fanout={value}")
               : [""]
           from resilience in ResilienceMode.ResilienceFlag.Values
           from http in strategy.OwnsClient ? [""] : BackendProtocol.HttpFlag.Values.Select(value => $"&http={value}")
           from compression in strategy.OwnsClient || !strategy.AcceptsEncodings
               ? [""]
               : BackendCompression.CompressionFlag.Values.Select(value => $"&compression={value}")
           select $"strategy={strategy.Name}{client}{fanOut}&resilience={resilience}{http}{compression}",
    ];

    [Theory]
    [MemberData(nameof(FlagCombinations))]
    public async Task AnyCombinationOfFlags_GetCustomer_ReturnsSameBytesWithSameNumberOfBackendCalls(string flags)
    {
        var customers = IsCompressed(flags) ? CustomersCompressed
            : flags.Contains("http=2", StringComparison.Ordinal) ? CustomersOverHttp2 : Customers;
        for (var id = 1; id <= customers; id++)
        {
            var reference = await tiers.GetExpectedDocumentAsync(id);
            var before = tiers.Backend.Calls;

            var aggregate =
                await tiers.Client.GetStringAsync($"/api/customer/{id}?{flags}", TestContext.Current.CancellationToken);

            aggregate.ShouldBe(reference);
            var orders = JsonDocument.Parse(aggregate).RootElement.GetProperty("orders").GetArrayLength();
            var expectedCalls = CountCalls(flags, orders);

            // On a busy machine, hedging repeats a call that has not been answered in time.
            var calls = tiers.Backend.Calls - before;
            if (flags.Contains("hedging", StringComparison.Ordinal))
                calls.ShouldBeGreaterThanOrEqualTo(expectedCalls);
            else
                calls.ShouldBe(expectedCalls, flags);
        }
    }

    /// <summary>Every strategy, lifetime and fan-out with every value of the flag cache but the default.</summary>
    public static TheoryData<string, string> CacheCombinations
    {
        get
        {
            var flags = from strategy in StrategyCatalog.All
                        from client in strategy.OwnsClient ? [""]
                            : ClientLifetime.ClientFlag.Values.Select(value => $"&client={value}")
                        from fanOut in strategy.HasFanOut
                            ? FanOutMode.FanOutFlag.Values.Select(value => $"&fanout={value}")
                            : [""]
                        select $"strategy={strategy.Name}{client}{fanOut}&resilience=none";
            var modes = CacheMode.CacheFlag.Values.Except([CacheMode.None]);
            return new(new MatrixTheoryData<string, string>(flags, modes).Select(row => row.Data));
        }
    }

    /// <summary>No other request has left anything in the cache, because no two have the same flags.</summary>
    [Theory]
    [MemberData(nameof(CacheCombinations))]
    public async Task AnyFlagsWithCache_GetCustomerTwice_ReturnsSameBytesAndMakesCallsForWhatIsNotKept(
        string flags, string cache)
    {
        for (var id = 1; id <= CustomersCached; id++)
        {
            var reference = await tiers.GetExpectedDocumentAsync(id);
            var orders = JsonDocument.Parse(reference).RootElement.GetProperty("orders").GetArrayLength();
            var path = $"/api/customer/{id}?{flags}&cache={cache}";
            var before = tiers.Backend.Calls;

            (await tiers.Client.GetStringAsync(path, TestContext.Current.CancellationToken)).ShouldBe(reference);
            tiers.Backend.Calls.ShouldBe(before + CountCalls(flags, orders));
            (await tiers.Client.GetStringAsync(path, TestContext.Current.CancellationToken)).ShouldBe(reference);

            var rounds = cache is CacheMode.Coalescing ? 2 : 1;
            tiers.Backend.Calls.ShouldBe(before + (rounds * CountCalls(flags, orders)));
        }
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("?compression=none", "")]
    [InlineData("?compression=gzip", "gzip")]
    [InlineData("?compression=brotli", "br")]
    [InlineData("?compression=brotli&http=2", "br")]
    public async Task CompressionFlag_GetCustomer_GetsEveryDocumentInThisEncoding(string flags, string encoding)
    {
        await using var tier = new FrontendWithBackend();
        await tier.InitializeAsync();

        for (var id = 1; id <= 3; id++)
            await tier.Client.GetStringAsync($"/api/customer/{id}{flags}", TestContext.Current.CancellationToken);

        tier.Backend.ContentEncodings.ShouldBe([encoding]);
    }

    private static int CountCalls(string flags, int orders)
    {
        var strategy = StrategyCatalog.All.Single(
            strategy => flags.StartsWith($"strategy={strategy.Name}&", StringComparison.Ordinal));
        return strategy.IncludesOrders ? 1 : strategy.HasFanOut ? 1 + orders : 2;
    }

    private static bool IsCompressed(string flags) =>
        flags.Contains("compression=", StringComparison.Ordinal)
        && !flags.Contains($"compression={BackendCompression.None}", StringComparison.Ordinal);

    public sealed class FrontendWithBackend : IAsyncLifetime
    {
        private readonly Dictionary<int, string> _expectedDocuments = [];
        private ServiceFactory<FrontendMetrics> _frontend = null!;

        internal CountingBackend Backend { get; } = new(("Compression:Enabled", "true"));

        public HttpClient Client { get; private set; } = null!;

        public async Task<string> GetExpectedDocumentAsync(int id)
        {
            if (!_expectedDocuments.TryGetValue(id, out var reference))
                _expectedDocuments[id] = reference = await AssembleDocumentAsync(id);
            return reference;
        }

        public ValueTask InitializeAsync()
        {
            _frontend = new(
                ("Backend:BaseAddress", $"{Backend.Address}"), ("Backend:Http2Address", $"{Backend.Http2Address}"),
                ("Cache:TimeToLive", "01:00:00"));
            Client = _frontend.CreateHttpClient();
            return ValueTask.CompletedTask;
        }

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            await _frontend.DisposeAsync();
            await Backend.DisposeAsync();
        }

        /// <summary>
        /// Assembles the expected document from the responses of the back-end, without the front-end code under test.
        /// </summary>
        private async Task<string> AssembleDocumentAsync(int id)
        {
            using var backend = Backend.CreateHttpClient();
            var customer = await backend.GetStringAsync($"/api/customer/{id}", TestContext.Current.CancellationToken);
            var ids = JsonDocument.Parse(customer).RootElement.GetProperty("orderIds").EnumerateArray().Select(
                order => order.GetInt32());
            var orders = new List<string>();
            foreach (var orderId in ids)
                orders.Add(await backend.GetStringAsync(
                    $"/api/customer/{id}/order/{orderId}", TestContext.Current.CancellationToken));
            var beforeOrders = customer[..customer.IndexOf("\"orderIds\"", StringComparison.Ordinal)];
            return $"{beforeOrders}\"orders\":[{string.Join(',', orders)}]}}";
        }
    }
}
