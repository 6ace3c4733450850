using Studies.Studies.Chattiness;
using Studies.Studies.HeapCurve;

namespace Studies.Tests.Essays;

/// <summary>
/// The pictures of essays follow from the results that their lists of figures name. RENEW=1 draws them again.
/// </summary>
public sealed class EssayPictureTests
{
    private static readonly string Docs = Path.Combine(Repository.Root, "docs");

    private static readonly Dictionary<string, Func<EssayResults, string>> Pictures = new()
    {
        ["beside-go"] = results => HeapCurvePicture.Format(results.ReadResults<HeapCurvePoint>("heap-curve")),
        ["blocking"] = BlockingPicture.Format,
        ["chattiness"] = results => ChattinessPicture.Format(results.ReadResults<ChattinessResult>("c")),
        ["connection-lifetime"] = ConnectionLifetimePicture.Format,
        ["headers-first"] = HeadersFirstPicture.Format,
        ["resilience"] = ResiliencePicture.Format,
        ["what-a-library-costs"] = LibraryCostPicture.Format,
    };

    public static TheoryData<string> Essays => [.. Pictures.Keys];

    [Theory]
    [MemberData(nameof(Essays))]
    public void Picture_ComparedWithResults_IsUpToDate(string essay)
    {
        var path = Path.Combine(Docs, $"{essay}.svg");
        var picture = Pictures[essay](new EssayResults(ReadFile($"{essay}.md"), ReadFile));
        if (Environment.GetEnvironmentVariable("RENEW") is "1")
            File.WriteAllText(path, picture);

        File.ReadAllText(path).ReplaceLineEndings("\n").ShouldBe(picture, "make generate draws the picture again.");
        ReadFile($"{essay}.md").ShouldContain($"]({essay}.svg)");
    }

    [Theory]
    [InlineData("beside-go", "\"cpu_ms\": 0.05", "\"cpu_ms\": 0.06")]
    [InlineData("beside-go", "\"memory_mb\": 8.", "\"memory_mb\": 18.")]
    [InlineData("blocking", "\"duration_s\":92.", "\"duration_s\":82.")]
    [InlineData("blocking", "\"pool_threads\":27", "\"pool_threads\":37")]
    [InlineData("chattiness", "\"p50_ms\": 312", "\"p50_ms\": 412")]
    [InlineData("connection-lifetime", "0.66", "0.65")]
    [InlineData("headers-first", " 702680 ", " 702681 ")]
    [InlineData("headers-first", " 400208", " 300208")]
    [InlineData("resilience", "\"good_per_s\": 72.0", "\"good_per_s\": 73.0")]
    [InlineData("resilience", "\"calls_per_needed\": 3.2", "\"calls_per_needed\": 3.3")]
    [InlineData("what-a-library-costs", "| 36.44 [", "| 46.44 [")]
    [InlineData("what-a-library-costs", "| 21.17 [", "| 31.17 [")]
    public void Picture_OfChangedResult_IsAnother(string essay, string text, string change)
    {
        var changes = 0;

        var picture = Pictures[essay](new EssayResults(ReadFile($"{essay}.md"), path =>
        {
            var file = ReadFile(path);
            changes += file.Contains(text, StringComparison.Ordinal) ? 1 : 0;
            return file.Replace(text, change, StringComparison.Ordinal);
        }));

        changes.ShouldBeGreaterThan(0);
        picture.ShouldNotBe(ReadFile($"{essay}.svg"));
    }

    private static string ReadFile(string path) => File.ReadAllText(Path.Combine(Docs, path)).ReplaceLineEndings("\n");
}
