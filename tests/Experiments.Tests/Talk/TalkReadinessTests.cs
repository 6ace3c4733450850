namespace Experiments.Tests.Talk;

public sealed class TalkReadinessTests
{
    private static readonly RecordedAct Unrecorded = RecordedAct.Read(ActTests.ExampleAct);

    private static readonly RecordedAct Recorded = Unrecorded with
    {
        Finding = new ActFinding("There are 3.", "Recorded on 2026-11-21.", "3", 3, 3, 3, "3", Holds: true),
    };

    [Theory]
    [InlineData(9.9)]
    [InlineData(null)]
    public void Talk_WithAllThatItNeeds_MissesNothing(double? pressure) =>
        TalkReadiness.FindMissing([Recorded], "https://example.org", pressure, port: 0).ShouldBeEmpty();

    [Fact]
    public void Talk_OnAComputerThatIsNotReady_NamesEachThingThatIsMissing()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        RecordedAct[] acts = [Unrecorded, Recorded, Unrecorded with { Act = Unrecorded.Act with { Number = 3 } }];

        TalkReadiness.FindMissing(acts, repository: "", pressure: 41.6, port).ShouldBe(
        [
            "The last page has no address: make talk REPOSITORY=https://… shows one.",
            "This computer is busy (CPU pressure 42 %): close other programs.",
            $"Port {port} is in use: the windows get another one.",
            "No recording of act 1, 3: make rehearse makes them.",
        ]);
    }

    [Theory]
    [InlineData("\n", true)]
    [InlineData("yes\n", true)]
    [InlineData("", true)]
    [InlineData(" No\n", false)]
    [InlineData("n\ny\n", false)]
    public void Speaker_AskedWhetherTheTalkBegins_IsAskedOnce(string answer, bool begins)
    {
        using var input = new StringReader(answer);
        using var output = new StringWriter { NewLine = "\n" };

        TalkReadiness.Confirm(["One.", "Two."], input, output).ShouldBe(begins);

        output.ToString().ShouldBe("  ! One.\n  ! Two.\n  Begin all the same? [Y/n] ");
    }
}
