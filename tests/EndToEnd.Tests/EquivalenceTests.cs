using FrontendApi;

namespace EndToEnd.Tests;

/// <summary>
/// Tests that the front-end returns the same bytes for a customer id, and makes the same number of back-end calls, with
/// any query flags. Otherwise, the costs of the flags could not be compared.
/// </summary>
public sealed class EquivalenceTests(EquivalenceTests.Documents documents) : IClassFixture<EquivalenceTests.Documents>
{
    /// <summary>Customers with one, two and three orders.</summary>
    private static readonly int[] Customers = [1, 2, 17];

    /// <summary>Every strategy without another flag, and with each value of a flag that is not the default.</summary>
    private static IEnumerable<string> SingleFlags =>
        from strategy in StrategyCatalog.All
        from value in Flags.GetFlags(strategy).Where(flag => flag != Flags.Strategy)
            .SelectMany(flag => flag.Values.Skip(1), (flag, value) => $"&{flag.Name}={value}").Prepend("")
        select $"strategy={strategy.Name}{value}";

    /// <summary>
    /// Every combination of the values of three flags, in turn with each value of the fourth one and each strategy that
    /// has them all. Thus every pair of values of two flags is tested, and a new strategy adds no pairs.
    /// </summary>
    private static IEnumerable<string> Pairs
    {
        get
        {
            string[] strategies = [.. StrategyCatalog.All
                .Where(strategy => strategy is not (WebClientStrategy or OneCallStrategy or IHttp2Strategy))
                .Select(strategy => strategy.Name)];
            var combinations =
                from client in Flags.Client.Values
                from resilience in Flags.Resilience.Values
                from http in Flags.Http.Values
                select $"client={client}&resilience={resilience}&http={http}";
            return combinations.Select((flags, i) =>
                $"strategy={strategies[i % strategies.Length]}&{flags}&fanout={Flags.FanOut.Values[i % 2]}");
        }
    }

    public static TheoryData<string> FlagCombinations => [.. SingleFlags, .. Pairs];

    [Theory]
    [MemberData(nameof(FlagCombinations))]
    public async Task AnyFlags_GetCustomer_ReturnsSameBytesWithDeclaredNumberOfBackendCalls(string flags)
    {
        foreach (var id in Customers)
        {
            var expected = await documents.GetExpectedAsync(id);
            var before = documents.Pair.Backend.Calls;

            (await documents.Pair.GetTextAsync(id, flags)).ShouldBe(expected);

            // On a busy machine, hedging repeats a call that has not been answered in time.
            var calls = documents.Pair.Backend.Calls - before;
            if (flags.Contains("hedging", StringComparison.Ordinal))
                calls.ShouldBeGreaterThanOrEqualTo(CountCalls(flags, expected));
            else
                calls.ShouldBe(CountCalls(flags, expected), flags);
        }
    }

    private static int CountCalls(string flags, string customer) =>
        StrategyCatalog.Get(flags.Split('=', '&')[1]) switch
        {
            OneCallStrategy => 1,
            _ => 1 + JsonDocument.Parse(customer).RootElement.GetProperty("orders").GetArrayLength(),
        };

    public sealed class Documents : IAsyncDisposable
    {
        private readonly Dictionary<int, string> _expected = [];

        public CountedPair Pair { get; } = new();

        public async Task<string> GetExpectedAsync(int id)
        {
            if (!_expected.TryGetValue(id, out var expected))
                _expected[id] = expected = await AssembleAsync(id);
            return expected;
        }

        public ValueTask DisposeAsync() => Pair.DisposeAsync();

        /// <summary>Assembles the document without the code of the front-end.</summary>
        private async Task<string> AssembleAsync(int id)
        {
            using var backend = Pair.Backend.CreateHttpClient();
            var customer = await backend.GetStringAsync($"/api/customer/{id}", TestContext.Current.CancellationToken);
            var orders = new List<string>();
            foreach (var order in JsonDocument.Parse(customer).RootElement.GetProperty("orderIds").EnumerateArray())
            {
                orders.Add(await backend.GetStringAsync(
                    $"/api/customer/{id}/order/{order}", TestContext.Current.CancellationToken));
            }

            var beforeOrders = customer[..customer.IndexOf("\"orderIds\"", StringComparison.Ordinal)];
            return $"{beforeOrders}\"orders\":[{string.Join(',', orders)}]}}";
        }
    }
}
