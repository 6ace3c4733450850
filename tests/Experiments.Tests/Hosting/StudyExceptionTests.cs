namespace Experiments.Tests.Hosting;

public sealed class StudyExceptionTests
{
    [Fact]
    public void Exceptions_OfTheOutside_AreExpectedAndBugsAreNot()
    {
        Exception[] expected =
        [
            new StudyException("x"), new TimeoutException(), new HttpRequestException(), new IOException(),
            new JsonException(),
        ];
        Exception[] bugs = [new InvalidOperationException("Sequence contains no elements"), new ArgumentException("x")];

        expected.ShouldAllBe(failure => StudyException.IsExpected(failure));
        bugs.ShouldAllBe(failure => !StudyException.IsExpected(failure));
    }

    [Fact]
    public void ProgramThatIsNotInstalled_Started_IsNamedInMessage() => Should
        .Throw<StudyException>(() => ProcessRunner.Start(new ProcessStartInfo("no-such-program")))
        .Message.ShouldContain("no-such-program");

    [Fact]
    [Slow]
    public async Task ServiceThatCannotStart_Started_ThrowsWithLogOfService()
    {
        var program = new ProcessStartInfo("dotnet", ["--no-such-option"]);

        var failure = await Should.ThrowAsync<StudyException>(
            () => ServiceProcess.StartAsync("dotnet", program, TestContext.Current.CancellationToken));

        failure.Message.ShouldContain("--no-such-option");
    }

    [Fact]
    [Slow]
    public async Task ServiceThatDoesNotListen_Started_ThrowsWithNameLimitAndLog()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The service is a program of a Unix shell.");
        var program = new ProcessStartInfo("sh", ["-c", "echo waits for the database; exec sleep 60"]);

        var failure = await Should.ThrowAsync<StudyException>(() => ServiceProcess.StartAsync(
            "Shop", program, TestContext.Current.CancellationToken, startLimit: TimeSpan.FromSeconds(2)));

        failure.Message.ShouldBe(
            "Shop did not print its address within 2 s. The end of its log:\nwaits for the database");
    }

    [Fact]
    [Slow]
    public async Task ServiceThatFails_OthersAreStarting_LeavesNoProcess()
    {
        var environment = new TestbedEnvironment(TestContext.Current.CancellationToken, isQuiet: true);
        var other = environment.StartFrontendAsync(FreePort.FindAddress());

        (await Should.ThrowAsync<StudyException>(() => environment.StartBackendAsync("--Data:Customers=none")))
            .Message.ShouldContain("Data:Customers");
        await environment.DisposeAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => other);
    }
}
