namespace Load.Tests.Hosting;

/// <summary>Creates the requests that a test sends, without parsing a command line.</summary>
internal static class TestRequests
{
    public static RequestDefinition CreateParts(string url) => new("GET", [new SourceSpan(url, "-u")], [], null);

    public static RequestKind CreateKind(RequestDefinition parts, string name = "request", int weight = 1) =>
        new(name, weight, parts, ResponseExpectations.Success);

    public static RequestMix CreateMix(string url, int seed = 1) => CreateMix(CreateParts(url), seed);

    public static RequestMix CreateMix(RequestDefinition parts, int seed = 1) => new([CreateKind(parts)], null, seed);
}
