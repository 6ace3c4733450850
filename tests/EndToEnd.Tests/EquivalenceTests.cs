using FrontendApi;
using FrontendApi.Backend;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace EndToEnd.Tests;

/// <summary>
/// Tests that the front-end returns the same bytes for a customer id, and makes the same number of back-end calls, with
/// any query flags and settings. Otherwise, the costs of the flags could not be compared.
/// </summary>
public sealed class EquivalenceTests(
    EquivalenceTests.FrontendWithBackend tiers) : IClassFixture<EquivalenceTests.FrontendWithBackend>
{
    private const int MaxCases = 250;

    /// <summary>Customers with one, two and three orders.</summary>
    private const int Customers = 5;

    /// <summary>Every combination of query flags that the strategies allow. A flag that is left out is empty.</summary>
    private static string[][] AllCombinations =>
    [
        .. from strategy in StrategyCatalog.All
           from client in GetValues(strategy, Flags.Client)
           from fanOut in GetValues(strategy, Flags.FanOut)
           from resilience in GetValues(strategy, Flags.Resilience)
           from http in GetValues(strategy, Flags.Http)
           select new[] { $"strategy={strategy.Name}", client, fanOut, resilience, http },
    ];

    /// <summary>Every strategy without another flag, and with each value of a flag that is not the default.</summary>
    private static IEnumerable<string> SingleFlags =>
        from strategy in StrategyCatalog.All
        from value in Flags.GetFlags(strategy).Where(flag => flag != Flags.Strategy)
            .SelectMany(flag => flag.Values.Skip(1), (flag, value) => $"&{flag.Name}={value}").Prepend("")
        select $"strategy={strategy.Name}{value}";

    /// <summary>Every pair of values of two flags, and every strategy with every single value.</summary>
    public static TheoryData<string> FlagCombinations =>
        [.. PairwiseCover.Choose(AllCombinations).Select(Join).Union(SingleFlags)];

    [Theory]
    [MemberData(nameof(FlagCombinations))]
    public async Task AnyFlags_GetCustomer_ReturnsSameBytesWithDeclaredNumberOfBackendCalls(string flags)
    {
        for (var id = 1; id <= Customers; id++)
        {
            var expected = await tiers.GetExpectedDocumentAsync(id);
            var before = tiers.Backend.Calls;

            (await tiers.GetAsync($"/api/customer/{id}?{flags}")).ShouldBe(expected);

            // On a busy machine, hedging repeats a call that has not been answered in time.
            var calls = tiers.Backend.Calls - before;
            if (flags.Contains("hedging", StringComparison.Ordinal))
                calls.ShouldBeGreaterThanOrEqualTo(CountCalls(flags, expected));
            else
                calls.ShouldBe(CountCalls(flags, expected), flags);
        }
    }

    [Fact]
    public void FlagCombinations_Chosen_AreFewAndHaveEveryPairOfValues()
    {
        var chosen = PairwiseCover.Choose(AllCombinations).ToArray();

        AllCombinations.SelectMany(PairwiseCover.GetPairs)
            .Except(chosen.SelectMany(PairwiseCover.GetPairs)).ShouldBeEmpty();
        FlagCombinations.Count.ShouldBeLessThanOrEqualTo(MaxCases);
    }

    [Theory]
    [InlineData("none", "")]
    [InlineData("gzip", "gzip")]
    [InlineData("brotli", "br")]
    public async Task ClientCompression_GetCustomer_ReturnsSameBytesAndGetsEveryDocumentInThisEncoding(
        string compression, string encoding)
    {
        await using var compressing = new FrontendWithBackend
        {
            Settings = [("Client:Compression", compression)],
        };
        await compressing.InitializeAsync();

        for (var id = 1; id <= Customers; id++)
            (await compressing.GetAsync($"/api/customer/{id}")).ShouldBe(await tiers.GetExpectedDocumentAsync(id));

        compressing.Backend.ContentEncodings.ShouldBe([encoding]);
    }

    [Theory]
    [InlineData("none", 2)]
    [InlineData("memory", 1)]
    [InlineData("hybrid", 1)]
    [InlineData("output", 1)]
    public async Task ClientCache_GetCustomerTwice_ReturnsSameBytesAndMakesCallsForWhatIsNotKept(
        string cache, int times)
    {
        await using var caching = new FrontendWithBackend
        {
            Settings = [("Client:Cache", cache), ("Client:CacheTimeToLive", "01:00:00")],
        };
        await caching.InitializeAsync();

        for (var id = 1; id <= Customers; id++)
        {
            var expected = await tiers.GetExpectedDocumentAsync(id);
            var before = caching.Backend.Calls;

            (await caching.GetAsync($"/api/customer/{id}")).ShouldBe(expected);
            (await caching.GetAsync($"/api/customer/{id}")).ShouldBe(expected);

            (caching.Backend.Calls - before).ShouldBe(times * CountCalls("strategy=get-from-json", expected));
        }
    }

    private static IEnumerable<string> GetValues(Strategy strategy, QueryFlag flag) =>
        Flags.GetFlags(strategy).Contains(flag) ? flag.Values.Select(value => $"{flag.Name}={value}") : [""];

    private static string Join(string[] combination) => string.Join('&', combination.Where(value => value.Length > 0));

    /// <summary>Returns the number of calls that a strategy makes for a customer.</summary>
    private static int CountCalls(string flags, string customer) =>
        StrategyCatalog.Get(flags.Split('=', '&')[1]) switch
        {
            OrdersIncluded => 1,
            OneCallStrategy => 2,
            _ => 1 + JsonDocument.Parse(customer).RootElement.GetProperty("orders").GetArrayLength(),
        };

    public sealed class FrontendWithBackend : IAsyncLifetime
    {
        private readonly Dictionary<int, string> _expectedDocuments = [];
        private ServiceFactory<FrontendMetrics> _frontend = null!;
        private HttpClient _client = null!;

        /// <summary>Settings of the front-end.</summary>
        public IReadOnlyList<(string Key, string Value)> Settings { get; init; } = [];

        internal CountingBackend Backend { get; } = new(("Compression:Enabled", "true"));

        public Task<string> GetAsync(string path) =>
            _client.GetStringAsync(path, TestContext.Current.CancellationToken);

        public async Task<string> GetExpectedDocumentAsync(int id)
        {
            if (!_expectedDocuments.TryGetValue(id, out var expected))
                _expectedDocuments[id] = expected = await AssembleDocumentAsync(id);
            return expected;
        }

        public ValueTask InitializeAsync()
        {
            _frontend = new(
            [
                ("Backend:BaseAddress", $"{Backend.Address}"), ("Backend:Http2Address", $"{Backend.Http2Address}"),
                .. Settings,
            ]);
            _client = _frontend.CreateHttpClient();
            return ValueTask.CompletedTask;
        }

        public async ValueTask DisposeAsync()
        {
            _client.Dispose();
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
