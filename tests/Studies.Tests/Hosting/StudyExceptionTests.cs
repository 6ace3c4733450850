namespace Studies.Tests.Hosting;

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
}
