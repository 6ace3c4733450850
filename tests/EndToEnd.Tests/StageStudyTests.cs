using System.Net.Http.Json;

namespace EndToEnd.Tests;

/// <summary>Kills the back-end of the stage and brings it back, as the page does when K is pressed.</summary>
[Slow]
[TimeLimit(240)]
public sealed partial class StageStudyTests
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(120);

    [Fact]
    public async Task Stage_BackendKilledAndStarted_TouchesNoOtherProcessAndLeavesNone()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        using var study = new StudyRun("stage", "--page", "http://127.0.0.1:0");
        await Eventually.WaitUntilAsync(() => AddressPattern().IsMatch(study.Output), StartLimit);
        var found = AddressPattern().Match(study.Output);
        var page = new Uri(found.Groups[1].Value);
        using var live = new LiveEventReader(page);
        using var client = new HttpClient { BaseAddress = page };
        client.DefaultRequestHeaders.Authorization = new("Bearer", found.Groups[2].Value);
        client.DefaultRequestHeaders.Add("Origin", page.GetLeftPart(UriPartial.Authority));
        var services = study.ReadServices();
        var backend = services.Single(service => service.Role is "back-end");
        await live.ReadUntilAsync("load", load => load.GetProperty("rps").GetDouble() > 0);

        // The key is pressed twice: the second request finds the back-end as it is wanted.
        await SetBackendAsync(isRunning: false);
        await SetBackendAsync(isRunning: false);
        IsRunning(backend).ShouldBeFalse("The back-end must be killed.");
        services.Where(service => service != backend).ShouldAllBe(service => IsRunning(service));
        await live.ReadUntilAsync("show", show => show.GetProperty("state").GetString() is "killed");
        await live.ReadUntilAsync("load", load =>
            load.TryGetProperty("failures", out var failures) && failures.TryGetProperty("502", out _));

        await SetBackendAsync(isRunning: true);
        var again = study.ReadServices().Skip(services.Count).ShouldHaveSingleItem(study.Output);
        (again.Role, again.Address).ShouldBe((backend.Role, backend.Address));
        again.ProcessId.ShouldNotBe(backend.ProcessId);
        await live.ReadUntilAsync("load", load =>
            load.GetProperty("rps").GetDouble() > 0 && load.GetProperty("errors").GetInt64() == 0);

        await SetBackendAsync(isRunning: false);
        study.Interrupt();

        await study.WaitForExitAsync();
        study.ReadServices().ShouldAllBe(
            service => !IsRunning(service) && PortProbe.RefusesConnections(service.Address));

        async Task SetBackendAsync(bool isRunning)
        {
            using var content = JsonContent.Create(new { running = isRunning });
            using var response = await client.PostAsync(
                "api/stage/service", content, TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(204, study.Output);
        }
    }

    private static bool IsRunning(StartedProcess service) =>
        Process.GetProcesses().Any(process => process.Id == service.ProcessId);

    [GeneratedRegex(@"live +(http\S+/)#token=(\S+)\n")]
    private static partial Regex AddressPattern();
}
