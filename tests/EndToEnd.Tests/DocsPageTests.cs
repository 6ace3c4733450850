using System.Diagnostics;

namespace EndToEnd.Tests;

[Slow]
public sealed class DocsPageTests
{
    [Fact]
    public async Task ApiDocsPage_InBrowser_ShowsEveryFlagWithAllowedValues()
    {
        Assert.SkipUnless(ProgramLocator.IsInstalled("chromium"), "chromium is not installed");
        await using var frontend = new ServiceFactory<FrontendMetrics>();
        var profile = Directory.CreateTempSubdirectory();

        // The HTML after the scripts of the page have run.
        var page = await ProcessRunner.CaptureAsync(
            new ProcessStartInfo("chromium",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", $"--user-data-dir={profile.FullName}",
                "--virtual-time-budget=10000", "--dump-dom", $"{frontend.Address}docs/index.html",
            ]),
            TestContext.Current.CancellationToken);

        foreach (var flag in Flags.OfCustomers.Union(Flags.OfIngestion))
        {
            page.Output.ShouldContain($"data-param-name=\"{flag.Name}\"");
            page.Output.ShouldContain(string.Join(", ", flag.Values));
        }

        profile.Delete(recursive: true);
    }
}
