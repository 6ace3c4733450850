using System.Diagnostics;

namespace Testing;

/// <summary>
/// Checks metrics in the Prometheus text format with promtool, the tool of Prometheus. Skips the test if promtool is
/// not installed.
/// </summary>
internal static class Promtool
{
    /// <summary>
    /// The gauges of the .NET runtime whose names end in _count. promtool reports them because it takes them for
    /// histograms.
    /// </summary>
    private static readonly string[] RuntimeNames =
        ["dotnet_assembly_count", "dotnet_process_cpu_count", "dotnet_thread_pool_thread_count", "dotnet_timer_count"];

    private static readonly string? Path = Environment.GetEnvironmentVariable("PATH")!
        .Split(System.IO.Path.PathSeparator)
        .Select(folder => System.IO.Path.Combine(folder, "promtool")).FirstOrDefault(File.Exists);

    /// <summary>
    /// Fails the test on parse errors, and on all complaints of promtool except those about four metric names of the
    /// .NET runtime.
    /// </summary>
    public static Task ShouldAcceptAsync(string text) => ShouldFindAsync(text, RuntimeNames);

    /// <summary>Fails the test on parse errors and on all complaints of promtool.</summary>
    public static Task ShouldFindNothingAsync(string text) => ShouldFindAsync(text, []);

    private static async Task ShouldFindAsync(string text, string[] names)
    {
        Assert.SkipUnless(Path is not null, "promtool is not installed");
        using var promtool = Process.Start(new ProcessStartInfo(Path!, ["check", "metrics"])
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
        })!;
        await promtool.StandardInput.WriteAsync(text);
        promtool.StandardInput.Close();
        var complaints = (await promtool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken))
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        await promtool.WaitForExitAsync(TestContext.Current.CancellationToken);
        promtool.ExitCode.ShouldBeOneOf([0, 3], string.Join('\n', complaints));
        complaints.Select(complaint => complaint.Split(' ')[0]).ShouldBe(names, ignoreOrder: true);
    }
}
