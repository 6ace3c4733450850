namespace Studies.Essays;

/// <summary>Draws the pictures of essays from the results that their lists of figures name.</summary>
internal static class EssayPicture
{
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

    /// <summary>The names of the essays with a picture, which has the name of its essay.</summary>
    public static IReadOnlyCollection<string> Essays => Pictures.Keys;

    /// <summary>Returns the picture of an essay as SVG.</summary>
    public static string Draw(string essay, Func<string, string> readFile) =>
        Pictures[essay](new EssayResults(readFile($"{essay}.md"), readFile));
}
