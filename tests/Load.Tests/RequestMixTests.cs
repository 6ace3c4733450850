namespace Load.Tests;

public sealed class RequestMixTests
{
    private const string Url = "http://host:5100/api/customer/{{{id:RAND_INTEGER:[1:10]}}}?x=1";

    [Fact]
    public void GetRequest_LoadInThreeParts_PartsSendSameRequestsAsWholeLoad()
    {
        var kinds = TestRequests.CreateMix(Url).Kinds;
        var whole = new RequestMix(kinds, null, 7);
        RequestMix[] parts = [.. Enumerable.Range(1, 3).Select(n => new RequestMix(kinds, null, 7, part: new(n, 3)))];

        var together = Enumerable.Range(0, 100).SelectMany(i => parts.Select(part => part.GetRequest(i).Uri));

        together.ShouldBe(Enumerable.Range(0, 300).Select(i => whole.GetRequest(i).Uri));
    }

    [Fact]
    public void GetValue_ManyIndices_CoversRangeEvenly()
    {
        var parameter = new SeededRandomBits("id");

        var counts = Enumerable.Range(0, 10_000).CountBy(i => parameter.GetInteger(2014, i, 1, 10)).ToDictionary();

        counts.Keys.Order().ShouldBe(Enumerable.Range(1, 10).Select(i => (long)i));
        counts.Values.ShouldAllBe(count => count > 850 && count < 1150);
    }

    [Theory]
    [InlineData(
        "http://localhost:5100/{{{id:RAND_NUMBER}}}",
        "unknown kind of random value RAND_NUMBER in {{{id:RAND_NUMBER}}}. Valid kinds: RAND_INTEGER, RAND_DOUBLE")]
    [InlineData(
        "http://localhost:5100/{{{id}}}", "no values for the parameter {{{id}}}. Try {{{id:RAND_INTEGER:[1:1000]}}}")]
    [InlineData(
        "http://localhost:5100/{{{id:RAND_GUID}}}/{{{id:RAND_NAME}}}",
        "{{{id:RAND_NAME}}} was already declared as {{{id:RAND_GUID}}}. Try {{{id}}}")]
    public void Compile_InvalidParameter_ReportsWhatToTry(string text, string cure)
    {
        var diagnostics = new DiagnosticList();

        TestRequests.CreateParts(text).Compile(null, diagnostics);

        diagnostics.All.ShouldHaveSingleItem().Error.Message.ShouldContain(cure);
    }
}
