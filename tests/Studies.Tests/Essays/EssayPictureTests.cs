namespace Studies.Tests.Essays;

/// <summary>The pictures of essays follow from the results that their lists of figures name.</summary>
public sealed class EssayPictureTests
{
    /// <summary>For each essay with a picture, a change of a result that the picture must show.</summary>
    private static readonly Dictionary<string, (string Text, string Change)> Changes = new()
    {
        ["beside-go"] = ("\"cpu_ms\": 0.05", "\"cpu_ms\": 0.06"),
        ["blocking"] = ("\"duration_s\":92.", "\"duration_s\":82."),
        ["chattiness"] = ("\"p50_ms\": 312", "\"p50_ms\": 412"),
        ["connection-lifetime"] = ("0.66", "0.65"),
        ["headers-first"] = (" 702680 ", " 702681 "),
        ["resilience"] = ("\"good_per_s\": 72.0", "\"good_per_s\": 73.0"),
        ["what-a-library-costs"] = ("| 36.44 [", "| 46.44 ["),
    };

    public static TheoryData<string> Essays => [.. EssayPicture.Essays];

    [Theory]
    [MemberData(nameof(Essays))]
    public void Picture_OfAnEssay_FollowsItsResults(string essay)
    {
        var committed = GenerateCommand.ReadFile($"{essay}.svg");
        var (text, change) = Changes[essay];

        EssayPicture.Draw(essay, path => GenerateCommand.ReadFile(path).Replace(text, change, StringComparison.Ordinal))
            .ShouldNotBe(committed);
        GenerateCommand.ReadFile($"{essay}.md").ShouldContain($"]({essay}.svg)");
    }
}
