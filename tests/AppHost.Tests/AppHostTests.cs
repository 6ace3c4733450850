namespace AppHost.Tests;

[Slow]
[TimeLimit(300)]
public sealed class AppHostTests
{
    private const int FirstPort = 20_000;
    private const int LastPort = 30_000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Compare_IsStarted_PrintsAVerdictAndNothingRunsAfterTheAppHost()
    {
        var (ports, others) = (FindFreePorts(), FindOrchestrators().Select(process => process.Id).ToHashSet());
        Process[] orchestrators;
        var builder = await DistributedApplicationTestingBuilder.CreateAsync<Projects.AppHost>(
            [$"--Port={ports[0].Port}"], Token);
        builder.CreateResourceBuilder<ProjectResource>("compare").WithArgs("--rounds", "4");
        await using (var app = await builder.BuildAsync(Token))
        {
            await app.StartAsync(Token);
            await app.ResourceNotifications.WaitForResourceHealthyAsync("frontend-api", Token);

            using var http = new HttpClient();
            foreach (var service in ports[..2])
                (await http.GetStringAsync(new Uri(service, "/api/customer/1"), Token)).ShouldStartWith("{\"id\":1,");

            var start = await app.ResourceCommands.ExecuteCommandAsync(
                "compare", KnownResourceCommands.StartCommand, Token);
            start.Success.ShouldBeTrue(start.Message);
            var ended = await app.ResourceNotifications.WaitForResourceAsync(
                "compare", change => change.Snapshot.ExitCode is not null, Token);
            ended.Snapshot.ExitCode.ShouldBeOneOf(0, 3);
            (await ReadConsoleAsync(app, ended.ResourceId)).ShouldMatch("(VALID|BUSY|INVALID)[^$]*get-from-json");
            orchestrators = [.. FindOrchestrators().Where(process => !others.Contains(process.Id))];
            orchestrators.ShouldNotBeEmpty();
        }

        await Eventually.WaitUntilAsync(() => ports.All(PortProbe.RefusesConnections));
        foreach (var process in orchestrators)
            await process.WaitForExitAsync(Token);
    }

    private static Process[] FindOrchestrators() => Process.GetProcessesByName("dcp");

    private static async Task<string> ReadConsoleAsync(DistributedApplication app, string resource)
    {
        var console = new StringBuilder();
        await foreach (var lines in app.Services.GetRequiredService<ResourceLoggerService>().GetAllAsync(resource))
            console.AppendJoin('\n', lines.Select(line => line.Content)).Append('\n');
        return console.ToString();
    }

    /// <summary>Finds as many ports in a row as the AppHost uses.</summary>
    private static Uri[] FindFreePorts()
    {
        while (true)
        {
            var first = Random.Shared.Next(FirstPort, LastPort);
            Uri[] ports = [.. Enumerable.Range(first, 4).Select(port => new Uri($"http://localhost:{port}"))];
            if (ports.All(PortProbe.RefusesConnections))
                return ports;
        }
    }
}
