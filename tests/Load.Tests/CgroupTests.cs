using Load.Results.Building;

namespace Load.Tests;

public sealed class CgroupTests : IDisposable
{
    private const string Own = "proc/self/cgroup";
    private const string Unlimited = "9223372036854771712\n";
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory();

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData("150000 100000\n", "2147483648\n", "CPU 1.5 cores, memory 2.1 GB")]
    [InlineData("max 100000\n", "max\n", "CPU none, memory none")]
    [InlineData("50000\n", null, "CPU 0.5 cores, memory none")]
    [InlineData(null, null, "CPU none, memory none")]
    public void Limits_Version2_AreReadFromItsFiles(string? cpu, string? memory, string expected)
    {
        Put(Own, "0::/\n");
        Put("sys/fs/cgroup/cpu.max", cpu);
        Put("sys/fs/cgroup/memory.max", memory);

        Limits().ShouldBe(expected);
    }

    [Theory]
    [InlineData("200000\n", "100000\n", "1000000000\n", "CPU 2 cores, memory 1.0 GB")]
    [InlineData("-1\n", "100000\n", Unlimited, "CPU none, memory none")]
    public void Limits_Version1_AreReadFromItsFiles(string quota, string period, string memory, string expected)
    {
        Put(Own, "4:memory:/box/a\n1:cpu,cpuacct:/\n0::/\n");
        Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota);
        Put("sys/fs/cgroup/cpu/cpu.cfs_period_us", period);
        Put("sys/fs/cgroup/memory/memory.limit_in_bytes", Unlimited);
        Put("sys/fs/cgroup/memory/box/a/memory.limit_in_bytes", memory);

        Limits().ShouldBe(expected);
    }

    [Fact]
    public void Limits_GroupInAGroup_AreTheLowest()
    {
        Put(Own, "0::/pod/box\n");
        Put("sys/fs/cgroup/pod/box/cpu.max", "400000 100000\n");
        Put("sys/fs/cgroup/pod/cpu.max", "300000 100000\n");
        Put("sys/fs/cgroup/pod/box/memory.max", "1000000000\n");
        Put("sys/fs/cgroup/pod/memory.max", "max\n");

        Limits().ShouldBe("CPU 3 cores, memory 1.0 GB");
    }

    [Fact]
    public void Limits_PathOfTheHost_AreThoseOfTheMountedFolder()
    {
        Put(Own, "0::/docker/abc\n");
        Put("sys/fs/cgroup/cpu.max", "100000 100000\n");

        Limits().ShouldBe("CPU 1 core, memory none");
    }

    [Fact]
    public void Limits_NoControlGroups_AreNotSaid() => Limits().ShouldBeNull();

    private string? Limits() => new CgroupLimits(_root.FullName).Describe();

    private void Put(string path, string? text)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        if (text is not null)
            File.WriteAllText(file, text);
    }
}
