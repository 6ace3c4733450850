using Studies.Studies.Containers;

namespace Studies.Tests.Studies;

public sealed class ScaleOutTests
{
    /// <summary>
    /// The variants were once named 1, 2 and 3, so that a headline said that 3 serves 3.05 times as many requests as 1.
    /// </summary>
    [Fact]
    public void VariantName_OfEachNumberOfFrontends_SaysWhatTheNumberCounts() =>
        ScaleOutResult.FrontendCounts.Select(ScaleOutResult.GetVariantName)
            .ShouldBe(["one-front-end", "two-front-ends", "three-front-ends"]);
}
