using System.Net;
using Studies.Hosting;
using Studies.Studies;
using Studies.Studies.Clients;

namespace Studies.Tests.Studies;

public sealed class ClientOf2014Tests
{
    [Fact]
    [TimeLimit(60)]
    public async Task Burst_EverySecondResponseIsAnError_CountsAll()
    {
        var address = FreePort.FindAddress();
        using var server = new HttpListener { Prefixes = { $"{address}" } };
        server.Start();
        var serving = RespondAsync(server, 10);

        var burst = await ClientOf2014.SendAsync(address, 10);

        await serving;
        (burst.Requests, burst.Errors).ShouldBe((10, 5));
        burst.Rps.ShouldBe(5 / burst.DurationS, 1e-9);
    }

    [Fact]
    [TimeLimit(60)]
    public async Task Burst_NobodyListens_CountsFailures() =>
        (await ClientOf2014.SendAsync(FreePort.FindAddress(), 2)).Errors.ShouldBe(2);

    [Fact]
    [TimeLimit(120)]
    public async Task Burst_SentByAnotherProcess_IsReadFromItsResult()
    {
        var folder = Directory.CreateTempSubdirectory("client-of-2014-").FullName;
        try
        {
            var burst = await ThreadPoolBurstStudy.RunClientOf2014Async(
                FreePort.FindAddress(), 2, folder, TestContext.Current.CancellationToken);

            (burst.Requests, burst.Errors, burst.Rps).ShouldBe((2, 2, 0));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task RespondAsync(HttpListener server, int requests)
    {
        for (var i = 0; i < requests; i++)
        {
            var context = await server.GetContextAsync();
            context.Response.StatusCode = i % 2 is 0 ? 200 : 500;
            context.Response.Close();
        }
    }
}
