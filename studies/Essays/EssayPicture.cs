namespace Studies.Essays;

/// <summary>Draws the pictures of essays from the results that their lists of figures name.</summary>
internal static class EssayPicture
{
    private static readonly Dictionary<string, Func<EssayResults, string>> Pictures = new()
    {
        ["blocking"] = BlockingPicture.Format,
        ["chattiness"] = ChattinessPicture.Format,
        ["resilience"] = ResiliencePicture.Format,
    };

    public static IReadOnlyCollection<string> Essays => Pictures.Keys;

    public static string Draw(string essay, Func<string, string> readFile) =>
        Pictures[essay](new EssayResults(readFile($"{essay}.md"), readFile));
}
