using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>The peer in Go, built for the tests.</summary>
public sealed class GoPair : IngestionPair
{
    private readonly List<ServiceProcess> _processes = [];

    public override void MustBeThere() => Assert.SkipUnless(IngestGo.CanBuild, "go is not installed");

    public override async ValueTask InitializeAsync()
    {
        if (!IngestGo.CanBuild)
            return;
        var cancellation = TestContext.Current.CancellationToken;
        var backend = await Keep(IngestGo.StartBackAsync(cancellation));
        var behind = await Keep(IngestGo.StartBackAsync(cancellation));
        var frontend = await Keep(IngestGo.StartFrontAsync(behind, cancellation));
        Addresses = new Dictionary<string, Uri> { ["front-end"] = frontend, ["back-end"] = backend, ["behind"] = behind };
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var process in Enumerable.Reverse(_processes))
            await process.DisposeAsync();
    }

    private async Task<Uri> Keep(Task<ServiceProcess> starting)
    {
        var process = await starting;
        _processes.Add(process);
        return process.Address;
    }
}
