namespace EndToEnd.Tests;

/// <summary>The front-end and back-end in Go that process payloads, built for the tests.</summary>
public sealed class GoServices : IngestionServices
{
    private readonly List<ServiceProcess> _processes = [];

    public override async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(GoPeer.IsGoInstalled, "go is not installed");
        var cancellation = TestContext.Current.CancellationToken;
        var backend = await StartAsync(await GoPeer.CreateAsync("back"), cancellation);
        var behind = await StartAsync(await GoPeer.CreateAsync("back"), cancellation);
        var frontend = await StartAsync(await GoPeer.CreateFrontendAsync(behind), cancellation);
        Addresses =
            new Dictionary<string, Uri> { ["front-end"] = frontend, ["back-end"] = backend, ["behind"] = behind };
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var process in Enumerable.Reverse(_processes))
            await process.DisposeAsync();
    }

    private async Task<Uri> StartAsync(ProcessStartInfo program, CancellationToken cancellation)
    {
        var process = await ServiceProgram.StartAsync(GoPeer.Name, program, cancellation);
        _processes.Add(process);
        return process.Address;
    }
}
