namespace Load.Tests;

public sealed class CgroupLimitsTests : IDisposable
{
    private const string ProcessFile = "proc/self/cgroup";
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory();

    public void Dispose() => _root.Delete(recursive: true);

    [Theory]
    [InlineData("150000 100000\n", "2147483648\n", "CPU 1.5 cores, memory 2.1 GB")]
    [InlineData("max 100000\n", "max\n", "CPU none, memory none")]
    public void Describe_CgroupV2_HasCpuAndMemoryLimits(string cpu, string memory, string expected)
    {
        Describe().ShouldBeNull();
        Write(ProcessFile, "0::/\n");
        Write("sys/fs/cgroup/cpu.max", cpu);
        Write("sys/fs/cgroup/memory.max", memory);

        Describe().ShouldBe(expected);
    }

    [Fact]
    public void Describe_NestedControlGroups_HasLowestLimits()
    {
        Write(ProcessFile, "0::/pod/box\n");
        Write("sys/fs/cgroup/pod/box/cpu.max", "400000 100000\n");
        Write("sys/fs/cgroup/pod/cpu.max", "300000 100000\n");
        Write("sys/fs/cgroup/pod/box/memory.max", "1000000000\n");
        Write("sys/fs/cgroup/pod/memory.max", "max\n");

        Describe().ShouldBe("CPU 3 cores, memory 1.0 GB");
    }

    private string? Describe() => new CgroupLimits(_root.FullName).Describe();

    private void Write(string path, string text)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
