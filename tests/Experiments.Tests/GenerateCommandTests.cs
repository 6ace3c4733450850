using Experiments.Essays;
using TwoTier.Load.Results;

namespace Experiments.Tests;

public sealed class GenerateCommandTests
{
    [Fact]
    public void GeneratedParts_OfAPage_AreReplacedInTheirOrder()
    {
        const string page =
            "a\n<!-- generated -->\none\n<!-- end -->\nb\n<!-- generated -->\ntwo\n<!-- end -->\nc\n";

        GeneratedPart.Replace(page, "three\n", "four\n").ShouldBe(page
            .Replace("one", "three", StringComparison.Ordinal).Replace("two", "four", StringComparison.Ordinal));
        Should.Throw<StudyException>(() => GeneratedPart.Replace(page, "three\n"));
    }

    [Fact]
    public void Verify_AResultWhoseRatioWasChanged_FindsIt()
    {
        var result = Result.Read(Directory.GetFiles(
            ProgramLocator.GetPath("experiments", "results", "strategies"), "*.json")[0]);
        var changed = result.Variants.First(variant => variant.CpuRatio is not null);

        VerifyCommand.FindWrong(result).ShouldBeEmpty();
        VerifyCommand.FindWrong(result with
        {
            Variants =
            [
                changed with { CpuRatio = changed.CpuRatio! with { Hi = 0.999 * changed.CpuRatio.Hi } },
                .. result.Variants.Where(variant => variant != changed),
            ],
        }).ShouldHaveSingleItem().ShouldContain($"{changed.Name}: throughput");
    }
}
