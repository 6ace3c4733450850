namespace Studies.Tests.Claims;

public sealed class ResultChainTests
{
    private const string Archive = "first\nsecond\n";
    private static readonly string Chain = ResultChain.Append("", Describe("first\n", ("a", "1"), ("b", "2")));
    private static readonly string Head = Hashing.Hash(Chain);

    [Fact]
    public void Chain_OfTheSameFiles_GetsNoLine() =>
        ResultChain.Append(Chain, Describe("first\n", ("a", "1"), ("b", "2"))).ShouldBe(Chain);

    /// <summary>The head of an earlier state stays valid: an archive that only grew is the same for it.</summary>
    [Fact]
    public void Files_Added_AreNoChange()
    {
        var files = Describe(Archive, ("a", "1"), ("b", "2"), ("c", "3"));
        var chain = ResultChain.Append(Chain, files);

        ResultChain.CountAddedSince(chain, Head).ShouldBe(2);
        ResultChain.FindChanges(chain, 2, files, Archive).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("1", "9", Archive, "b")]
    [InlineData("1", null, Archive, "b")]
    [InlineData("9", "2", Archive, "a")]
    [InlineData("1", "2", "changed\nsecond\n", ResultChain.Measurements)]
    [InlineData("1", "2", "second\nfirst\n", ResultChain.Measurements)]
    [InlineData("1", "2", "", ResultChain.Measurements)]
    public void File_ChangedOrGone_IsNamed(string a, string? b, string archive, string changed)
    {
        var files = Describe(archive, b is null ? [("a", a)] : [("a", a), ("b", b)]);
        var chain = ResultChain.Append(Chain, files);

        var added = ResultChain.CountAddedSince(chain, Head).ShouldNotBeNull();
        ResultChain.FindChanges(chain, added, files, archive).ShouldBe([changed]);
    }

    [Fact]
    public void Line_ChangedOrRemoved_HasNoSuchHead()
    {
        ResultChain.CountAddedSince(Chain, Head).ShouldBe(0);
        ResultChain.CountAddedSince(Chain.Replace("\"1\"", "\"9\"", StringComparison.Ordinal), Head).ShouldBeNull();
        ResultChain.CountAddedSince(Chain[..(Chain.IndexOf('\n') + 1)], Head).ShouldBeNull();
        ResultChain.CountAddedSince(Chain, "").ShouldBeNull();
    }

    private static Dictionary<string, string> Describe(string archive, params (string Path, string Hash)[] files) =>
        files.Append((Path: ResultChain.Measurements, Hash: Hashing.HashWhole(archive)))
            .ToDictionary(file => file.Path, file => file.Hash);
}
