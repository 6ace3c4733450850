using System.Diagnostics;

namespace Testing;

/// <summary>
/// Checks metrics in the Prometheus text format with promtool, the tool of Prometheus. Skips the test if promtool is
/// not installed.
/// </summary>
internal static class Promtool
{
    private static readonly string? Path = Environment.GetEnvironmentVariable("PATH")!
        .Split(System.IO.Path.PathSeparator)
        .Select(folder => System.IO.Path.Combine(folder, "promtool")).FirstOrDefault(File.Exists);

    /// <summary>Fails the test on parse errors and on all complaints of promtool.</summary>
    public static async Task ShouldAcceptAsync(string text)
    {
        Assert.SkipUnless(Path is not null, "promtool is not installed");
        using var promtool = Process.Start(new ProcessStartInfo(Path!, ["check", "metrics"])
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
        })!;
        await promtool.StandardInput.WriteAsync(text);
        promtool.StandardInput.Close();
        var complaints = await promtool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await promtool.WaitForExitAsync(TestContext.Current.CancellationToken);
        complaints.ShouldBeEmpty();
        promtool.ExitCode.ShouldBe(0);
    }
}
