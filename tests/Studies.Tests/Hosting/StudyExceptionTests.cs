using System.Diagnostics;
using Studies.Hosting;

namespace Studies.Tests.Hosting;

public sealed class StudyExceptionTests
{
    public static TheoryData<Exception, bool> Failures => new()
    {
        { new StudyException("x"), true },
        { new TimeoutException(), true },
        { new HttpRequestException(), true },
        { new IOException(), true },
        { new JsonException(), true },
        { new InvalidOperationException("Sequence contains no elements"), false },
        { new ArgumentException("x"), false },
    };

    [Theory]
    [MemberData(nameof(Failures))]
    public void Exception_OfAnyType_IsExpectedUnlessCausedByBug(Exception failure, bool isExpected) =>
        StudyException.IsExpected(failure).ShouldBe(isExpected);

    [Fact]
    public void ProgramThatIsNotInstalled_Started_IsNamedInMessage() => Should
        .Throw<StudyException>(() => ProcessRunner.Start(new ProcessStartInfo("no-such-program")))
        .Message.ShouldContain("no-such-program");

    [Fact]
    public async Task ServiceThatCannotStart_Started_ThrowsWithLogOfService()
    {
        var program = new ProcessStartInfo("dotnet", ["--no-such-option"]);

        var failure = await Should.ThrowAsync<StudyException>(
            () => ServiceProcess.StartAsync("dotnet", program, TestContext.Current.CancellationToken));

        failure.Message.ShouldContain("--no-such-option");
    }
}
