namespace Experiments.Tests.Hosting;

public sealed class ControlGroupTests
{
    [Theory]
    [InlineData("4:memory:/a|2:cpu,cpuacct:/b|0::/c", "b")]
    [InlineData("0::/user.slice/c", "user.slice/c")]
    [InlineData("1:cpu:/|0::/", "")]
    [InlineData("4:memory:/a", null)]
    public void Path_OfEachVersion_IsThatOfTheGroupOfTheProcess(string groups, string? path) =>
        ControlGroupTree.FindPath("cpu", groups.Split('|')).ShouldBe(path);
}
