using Studies.Studies.Runtimes;

namespace Studies.Tests.Studies;

/// <summary>Tests the builds of the study of runtimes, without building anything that succeeds.</summary>
public sealed class RuntimeCacheTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    [TimeLimit(180)]
    public async Task FrameworkThatDoesNotExist_Get_NamesTheReasonAndKeepsNothing()
    {
        var cache = new RuntimeCache(_folder.FullName);
        var build = new RuntimeBuild("planted", "a version of .NET that the SDK does not know", "net99.0");

        var program = await cache.GetAsync(build, TestContext.Current.CancellationToken);

        program.Path.ShouldBeNull();
        program.Reason.ShouldNotBeNull();
        program.Reason.ShouldStartWith("NETSDK1045: The current .NET SDK does not support targeting .NET 99.0");
        File.Exists(Path.Combine(_folder.FullName, "planted", "key")).ShouldBeFalse();
    }

    [Theory]
    [InlineData(
        "/source/MinimalAggregator.csproj : error NU1102: Unable to find package A with version (= 10.0.12). It is "
        + "only on https://packages.example/v3 [/source/MinimalAggregator.csproj]",
        "NU1102: Unable to find package A with version (= 10.0.12)")]
    [InlineData(
        "  Program.cs(1,2): error CS0103: The name 'x' does not exist [/source/A.csproj]\n  Program.cs: error CS0002: b",
        "CS0103: The name 'x' does not exist")]
    [InlineData("Killed", "the build failed without a message")]
    public void BuildOutput_FindReason_IsTheFirstErrorWithoutSources(string output, string reason) =>
        RuntimeCache.FindReason(output).ShouldBe(reason);

    [Fact]
    public void Builds_OfTheStudy_ContainTheBaselineAndDifferInName()
    {
        var names = RuntimeBuild.All.Select(build => build.Name).ToArray();

        names.ShouldBeUnique();
        names.ShouldContain(RuntimeBuild.Baseline);
    }

    [Theory]
    [InlineData("a", "a", true)]
    [InlineData("a", "b", false)]
    public void Answers_OfTwoStarts_AreEqualOnlyIfTheirBytesAre(string first, string second, bool areEqual) =>
        RuntimesStudy.HaveEqualAnswers([[CreateStart("a"), CreateStart(first)], [CreateStart(second)]])
            .ShouldBe(areEqual);

    [Fact]
    public void Table_OfTwoBuildsAndOneThatCannotBeMade_HasARowOrAReasonForEach()
    {
        RuntimeResult[] results =
        [
            new RuntimeResult { Build = RuntimeBuild.Baseline, SizeMb = 100, CpuMs = 0.4 },
            new RuntimeResult { Build = "net9", SizeMb = 90 },
            new RuntimeResult { Build = "net10-aot", Reason = "NU1101: no such package" },
        ];

        var text = $"{RuntimeResult.CreateTable(results)}{RuntimeResult.FormatMissing(results)}";

        var lines = text.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries);
        lines.Length.ShouldBe(4, text);
        lines[0].ShouldContain("MB on disk");
        lines[1].Trim().ShouldStartWith("net10 ");
        lines[2].Trim().ShouldStartWith("net9 ");
        lines[3].Trim().ShouldBe("net10-aot cannot be built here: NU1101: no such package");
    }

    private static RuntimeStart CreateStart(string hash) => new(1, 2, 3, hash);
}
