namespace Studies.Tests.Hosting;

public sealed class ControlGroupTests
{
    private const string Version1 = "30 23 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct";
    private const string Version2 = "41 31 0:38 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw";
    private const string Container = "30 23 0:29 /docker/1 /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct";

    [Theory]
    [InlineData("4:memory:/a|2:cpu,cpuacct:/b|0::/c", Version1, "/sys/fs/cgroup/cpu", "b", false)]
    [InlineData("0::/user.slice/c", Version2, "/sys/fs/cgroup", "user.slice/c", true)]
    [InlineData("2:cpu,cpuacct:/docker/1", Container, "/sys/fs/cgroup/cpu", "", false)]
    [InlineData("2:cpu,cpuacct:/docker/1/x", Container, "/sys/fs/cgroup/cpu", "x", false)]
    public void Tree_OfEachVersion_HasTheGroupOfTheProcess(
        string groups, string mounts, string mount, string path, bool isVersion2) =>
        ControlGroupTree.Find("cpu", groups.Split('|'), [mounts]).ShouldBe((mount, path, isVersion2));

    [Fact]
    public void Tree_WithoutTheController_HasNoGroup()
    {
        ControlGroupTree.Find("cpu", ["4:memory:/a"], [Version1]).ShouldBeNull();
        ControlGroupTree.Find("cpu", ["0::/a"], []).ShouldBeNull();
    }
}
