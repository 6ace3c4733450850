namespace Testing;

internal static class Promtool
{
    private static readonly string? Path = Environment.GetEnvironmentVariable("PATH")!
        .Split(System.IO.Path.PathSeparator)
        .Select(folder => System.IO.Path.Combine(folder, "promtool")).FirstOrDefault(File.Exists);

    /// <summary>Fails on every complaint of promtool. Skips the test if promtool is not installed.</summary>
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
