namespace Load.Tests;

[Slow]
public sealed class GuardedProcessTests
{
    [Fact]
    public async Task Program_DoesNotEnd_IsEndedAtTheLimitWithWhatItStarted()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It is a script of the shell.");
        var seconds = $"100.{Random.Shared.Next(1000, 9999)}";
        string[] script = ["-c", $"echo begun; sleep {seconds} & trap '' TERM; sleep {seconds}; sleep {seconds}"];

        var error = await Should.ThrowAsync<ServiceException>(() => GuardedProcess.RunAsync(
            "sh", script, "", TestContext.Current.CancellationToken, TimeSpan.FromSeconds(1)));

        error.Message.ShouldStartWith("sh -c was ended after 1 s, the limit. Its last lines:\n    begun");
        (await ProcessOutput.ReadAsync("pgrep", $"-fx \"sleep {seconds}\"")).ShouldBeEmpty();
    }

    [Fact]
    public async Task Program_WritesMuch_LastLinesAreKept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It is a script of the shell.");
        string[] script = ["-c", "seq 1 100000; head -c 9999999 /dev/zero | tr '\\0' x; echo; echo last; exit 3"];

        var (exitCode, output) = await GuardedProcess.RunAsync("sh", script, "", TestContext.Current.CancellationToken);

        exitCode.ShouldBe(3);
        output.ShouldStartWith("99003\n");
        output.ShouldEndWith("\nlast\n");
        output.Length.ShouldBeLessThan(12_000);
    }
}
