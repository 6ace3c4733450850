using Experiments.Claims.Catalog;
using Experiments.Tests.Hosting;

namespace Experiments.Tests.Claims;

/// <summary>Each request blocks a thread of the pool, which then grows by one or two threads per second.</summary>
[Slow]
public sealed class ClientOf2014Tests : FolderTests
{
    [Fact]
    public async Task Burst_EverySecondResponseIsAnError_CountsAll()
    {
        await using var server = new LoopbackServer(number => Results.StatusCode(number % 2 is 0 ? 200 : 500));

        var burst = await ClientOf2014.SendAsync(
            server.Address, 4, Folder, TestContext.Current.CancellationToken);

        (burst.Requests, burst.Errors).ShouldBe((4, 2));
        burst.Rps.ShouldBe(2 / burst.DurationS, 1e-9);
    }
}
