using Load.Expecting;
using Load.Reading;
using Load.Targeting;

namespace Load.Tests.Hosting;

/// <summary>What to request, without a command line.</summary>
internal static class Targets
{
    public static RequestParts Get(string url) => new("GET", [new Piece(url, "-u")], [], null);

    public static RequestKind KindOf(RequestParts parts, string name = "request", int weight = 1) =>
        new(name, weight, parts, Expectations.Success);

    public static Target Of(string url, int seed = 1) => Of(Get(url), seed);

    public static Target Of(RequestParts parts, int seed = 1) => new([KindOf(parts)], null, seed);
}
