using Studies.Hosting;
using Testing;

namespace EndToEnd.Tests;

/// <summary>
/// Everything hostile at once, on a heap that does not hold what is sent: some 640 MB by each of those that send chunks
/// without end.
/// </summary>
public sealed class HostileMemoryTests
{
    private const int Copies = 3;

    [Theory]
    [InlineData("FrontendApi", "/ingest/event")]
    [InlineData("BackendApi", "/ingest/data")]
    public async Task Bodies_HostileAllAtOnceOnASmallHeap_AreRefusedByAProcessThatLives(string assembly, string path)
    {
        await using var backend = await StartAsync("BackendApi");
        await using var service = await StartAsync(assembly, $"--Backend:BaseAddress={backend.Address}");
        var bodies = Enumerable.Repeat(HostileBodies.All, Copies).SelectMany(body => body).ToArray();

        var answers = await Task.WhenAll(bodies.Select(async body => (body, Answer: await RawPost.SendAsync(
            service.Address, path, body, TestContext.Current.CancellationToken))));

        foreach (var (body, answer) in answers.Where(one => !one.body.IsCutOff))
            answer.Status.ShouldBe(body.Status, $"{body.Name}: {answer.Body}");
        using var client = new HttpClient { BaseAddress = service.Address };
        (await client.GetStringAsync("/health/live", TestContext.Current.CancellationToken)).ShouldBe("Healthy");
    }

    private static Task<ServiceProcess> StartAsync(string assembly, params string[] settings)
    {
        var program = Command.Of(assembly, ["--urls", "http://127.0.0.1:0", "--Data:Customers=1", .. settings]);
        // 64 MB, in hexadecimal: more is an OutOfMemoryException, and that no answer, or a 500.
        program.Environment["DOTNET_GCHeapHardLimit"] = "4000000";
        return ServiceProcess.StartAsync(assembly, program, TestContext.Current.CancellationToken);
    }
}
