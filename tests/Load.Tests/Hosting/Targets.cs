using Load.Diagnostics;
using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Tests.Hosting;

/// <summary>What to request, without a command line.</summary>
internal static class Targets
{
    public static RequestParts Get(string url) => new("GET", [new SourceSpan(url, "-u")], [], null);

    public static RequestKind KindOf(RequestParts parts, string name = "request", int weight = 1) =>
        new(name, weight, parts, ResponseExpectations.Success);

    public static RequestMix Of(string url, int seed = 1) => Of(Get(url), seed);

    public static RequestMix Of(RequestParts parts, int seed = 1) => new([KindOf(parts)], null, seed);
}
