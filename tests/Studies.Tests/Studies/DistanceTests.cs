namespace Studies.Tests.Studies;

public sealed class DistanceTests
{
    private static readonly Dictionary<string, double> Medians = new()
    {
        ["get-from-json"] = 60,
        ["again"] = 61,
        ["webclient-sync"] = 66,
        ["read-as-async-2014"] = 80,
        ["string-jsonconvert"] = 62,
        ["parallel"] = 40,
        ["one-call"] = 20,
        ["per-request"] = 80,
        ["http-2"] = 66,
    };

    [Theory]
    [InlineData("way of reading", 25)]
    [InlineData("parallel calls", 33.33)]
    [InlineData("one call", 66.67)]
    [InlineData("kept connection", 25)]
    [InlineData("HTTP/2", -10)]
    public void Question_OfMedians_HasTheShareOfTheSlowerTime(string name, double percent) =>
        DistanceQuestion.All.Single(question => question.Name == name)
            .GetPercent(variant => Medians[variant]).ShouldBe(percent, 0.01);

    [Theory]
    [InlineData("5ms", 5.0)]
    [InlineData("0.5ms", 0.5)]
    [InlineData("5", null)]
    [InlineData("-5ms", null)]
    [InlineData("5ms;", null)]
    public void RoundTrip_OfATime_IsItsMilliseconds(string time, double? milliseconds) =>
        DistanceTrial.TryParse(time).ShouldBe(milliseconds);

    [Fact]
    public void Variants_AreThoseOfTheQuestions() => DistanceTrial.Variants.Select(variant => variant.Name)
        .ShouldBe(DistanceQuestion.All.SelectMany(question => question.Variants).Distinct(), ignoreOrder: true);

    [Fact]
    public void Picture_OfTwoDistances_HasALineForEachDrawnQuestion()
    {
        DistanceRow[] rows =
        [
            DistanceRow.Create([new(0, 0.4, true, Medians)]), DistanceRow.Create([new(20, 20.4, true, Medians)]),
        ];

        var picture = DistancePage.Draw(rows);

        picture.Split("<polyline").Length.ShouldBe(1 + DistanceQuestion.All.Count(question => question.IsDrawn));
        picture.ShouldContain("one call: 66.67 % at 0 ms, 66.67 % at 20 ms.");
    }
}
