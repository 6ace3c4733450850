using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Sends all hostile request bodies at the same time to a service whose heap is smaller than these bodies: each of
/// those with endless chunks is about 640 MB long.
/// </summary>
public sealed class HostileMemoryTests
{
    private const int CopiesOfEachBody = 3;

    [Theory]
    [InlineData("FrontendApi", "/ingest/event")]
    [InlineData("BackendApi", "/ingest/data")]
    public async Task HostileBodies_PostedAtSameTimeToServiceWithSmallHeap_AreRefusedAndServiceSurvives(
        string assembly, string path)
    {
        await using var backend = await StartAsync("BackendApi");
        await using var service = await StartAsync(assembly, $"--Backend:BaseAddress={backend.Address}");
        var bodies = Enumerable.Repeat(HostileBodies.All, CopiesOfEachBody).SelectMany(body => body).ToArray();

        var answers = await Task.WhenAll(bodies.Select(async body => (body, Answer: await RawPost.SendAsync(
            service.Address, path, body, TestContext.Current.CancellationToken))));

        foreach (var (body, answer) in answers.Where(one => !one.body.IsCutOff))
            answer.Status.ShouldBe(body.Status, $"{body.Name}: {answer.Body}");
        using var client = new HttpClient { BaseAddress = service.Address };
        (await client.GetStringAsync("/health/live", TestContext.Current.CancellationToken)).ShouldBe("Healthy");
    }

    private static Task<ServiceProcess> StartAsync(string assembly, params string[] settings)
    {
        var program = ProgramLocator.CreateStartInfo(
            assembly, ["--urls", "http://127.0.0.1:0", "--Data:Customers=1", .. settings]);
        // The heap limit is 64 MB, in hexadecimal. A service that needs more throws OutOfMemoryException, and thus
        // sends no response or status 500.
        program.Environment["DOTNET_GCHeapHardLimit"] = "4000000";
        return ServiceProcess.StartAsync(assembly, program, TestContext.Current.CancellationToken);
    }
}
