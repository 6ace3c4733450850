using System.Collections.Concurrent;
using System.Text;

namespace FrontendApi.Tests.Backend;

public sealed class FaultHeaderTests
{
    [Theory]
    [InlineData("strategy=webclient-sync", true)]
    [InlineData("strategy=webclient-async", true)]
    [InlineData("client=factory", true)]
    [InlineData("client=shared", true)]
    [InlineData("client=per-request", true)]
    [InlineData("resilience=standard", true)]
    [InlineData("strategy=webclient-sync", false)]
    [InlineData("client=factory", false)]
    public async Task FaultHeaders_GetCustomer_ArePassedOnOnlyIfAllowed(string flags, bool passOn) =>
        (await GetPassedOnAsync(flags, passOn, "{}")).ShouldBe(passOn ? "{} secret" : " ");

    [Theory]
    [InlineData("webclient-sync")]
    [InlineData("string-jsonconvert")]
    public async Task FaultHeaderThatIsNotAscii_GetCustomer_IsNotPassedOn(string strategy) =>
        (await GetPassedOnAsync($"strategy={strategy}", passOn: true, "{\"é\":\"Ā\"}")).ShouldBe(" secret");

    /// <summary>Returns what every call to the back-end has in its headers.</summary>
    private static async Task<string> GetPassedOnAsync(string flags, bool passOn, string faults)
    {
        var headers = new ConcurrentQueue<string>();
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                headers.Enqueue($"{context.Request.Headers["X-Faults"]} {context.Request.Headers["X-Faults-Token"]}");
                return BackendDocuments.SendAsync(context);
            },
            ("Faults:PassOn", $"{passOn}"));
        using var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8 };
        using var client = new HttpClient(handler) { BaseAddress = frontend.Address };
        client.DefaultRequestHeaders.TryAddWithoutValidation("X-Faults", faults).ShouldBeTrue();
        client.DefaultRequestHeaders.Add("X-Faults-Token", "secret");

        (await client.GetStringAsync($"/api/customer/1?{flags}", TestContext.Current.CancellationToken)).ShouldNotBeEmpty();

        headers.Count.ShouldBe(4);
        return headers.Distinct().ShouldHaveSingleItem();
    }
}
