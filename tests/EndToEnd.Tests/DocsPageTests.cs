using System.Diagnostics;
using FrontendApi;
using Studies.Hosting;

namespace EndToEnd.Tests;

[Slow]
public sealed class DocsPageTests
{
    private static readonly string? Chromium = Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, "chromium")).FirstOrDefault(File.Exists);

    [Fact]
    public async Task ApiDocsPage_InBrowser_ShowsEveryFlagWithAllowedValues()
    {
        Assert.SkipUnless(Chromium is not null, "chromium is not installed");
        await using var frontend =
            await ServiceProcess.StartAsync("FrontendApi", [], TestContext.Current.CancellationToken);

        var page = await RenderAsync(new(frontend.Address, "/docs/index.html"));

        foreach (var flag in Flags.OfCustomers.Union(Flags.OfIngestion))
        {
            page.ShouldContain($"data-param-name=\"{flag.Name}\"");
            page.ShouldContain(string.Join(", ", flag.Values));
        }
    }

    /// <summary>Gets the HTML of a page after the scripts of the page have run in a browser.</summary>
    private static async Task<string> RenderAsync(Uri address)
    {
        var profile = Directory.CreateTempSubdirectory();
        try
        {
            using var browser = Process.Start(new ProcessStartInfo(Chromium!,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", $"--user-data-dir={profile.FullName}",
                "--virtual-time-budget=10000", "--dump-dom", address.ToString(),
            ])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            browser.ErrorDataReceived += (_, _) => { };
            browser.BeginErrorReadLine();
            var page = await browser.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            await browser.WaitForExitAsync(TestContext.Current.CancellationToken);
            return page;
        }
        finally
        {
            profile.Delete(recursive: true);
        }
    }
}
