namespace Studies.Tests.Hosting;

public sealed class ServiceLogLineTests
{
    [Fact]
    public void Address_InALogEntry_IsRead() => ServiceLogLine.TryParse(
            """
            {"EventId":14,"LogLevel":"Information","Category":"Microsoft.Hosting.Lifetime","Message":"Now listening on: http://127.0.0.1:5100",
            "State":{"Message":"Now listening on: http://127.0.0.1:5100","address":"http://127.0.0.1:5100","{OriginalFormat}":"Now listening on: {address}"}}
            """)
        .ShouldNotBeNull().State.ShouldNotBeNull().Address.ShouldBe(new("http://127.0.0.1:5100"));

    [Theory]
    [InlineData("Now listening on: http://127.0.0.1:5100")]
    [InlineData("")]
    public void TextThatIsNotJson_Parsed_ReturnsNull(string line) => ServiceLogLine.TryParse(line).ShouldBeNull();
}
