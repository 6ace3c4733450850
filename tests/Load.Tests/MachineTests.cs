namespace Load.Tests;

public sealed class MachineTests : FolderTests
{
    // The tool uses 0.2 s, and the target, if it is monitored, 0.5 s.
    [Theory]
    [InlineData(0.5, 0.6)]
    [InlineData(null, null)]
    [InlineData(50.0, null)]
    public void Summarize_InContainer_AttributesCpuToMonitoredProcesses(double? monitored, double? expected)
    {
        var usage = Measure(new ScriptedMachine(0.5, areAllKnown: false), monitored);

        var share = usage.Counters!.OtherShare;
        if (expected is { } seconds)
            share!.Value.ShouldBe(seconds / ScriptedMachine.Cores, 0.001);
        else
            share.ShouldBeNull();
    }

    [Fact]
    public async Task Measure_OtherProgramUsesCpu_IsBusy()
    {
        using var tool = new LoadTool { Machine = new ScriptedMachine(0.5 * ScriptedMachine.Cores) };
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        (await tool.RunAsync(server.Url, "-n 100")).ShouldBe(ExitCode.Ok, tool.Output);

        var result = await tool.ReadResultAsync();
        result.Validity.State.ShouldBe("busy");
        result.Validity.OtherShare!.Value.ShouldBe(0.5, 1e-6);
        tool.Output.ShouldContain("other programs used 50 % of the CPU");
    }

    [Fact]
    public void ReadCounters_SampleFile_SumsCpuTime()
    {
        Write("stat", "cpu  100 20 30 400 5 60 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\ncpu1 1\nintr 99 1\n");

        var counters = new LinuxMachine(Folder, 1).ReadCounters().ShouldNotBeNull();

        (counters.Cores, Math.Round(counters.Total, 6), counters.Busy).ShouldBe((2, 6.3, 1.5));
    }

    // The limit of a group is one of all groups in it. The root is the group of the container that this test runs in.
    [Theory]
    [InlineData("0::/system.slice/docker-7.scope\n", "system.slice/docker-7.scope/cpu.max", "50000 100000\n", 0.5)]
    [InlineData("0::/pods/a/main\n", "pods/a/cpu.max", "150000 100000\n", 1.5)]
    [InlineData("0::/pods/a\n", "pods/a/cpu.max", "max 100000\n", null)]
    [InlineData("0::/\n", "cpu.max", "25000 50000\n", 0.5)]
    [InlineData("4:cpu,cpuacct:/docker/7\n", "docker/7/cpu.max", "50000 100000\n", null)]
    public void CpuQuota_GroupsOfAProcess_IsTheLeastOfTheirLimits(
        string groups, string file, string limit, double? expected)
    {
        Write("77/cgroup", groups);
        Write($"groups/{file}", limit);
        Write("groups/pods/cpu.max", "800000 100000\n");

        CpuQuota.Read(77, Folder, Path.Combine(Folder, "groups"))
            .ShouldBe(expected ?? (groups.Contains("pods") ? 8 : null));
        CpuQuota.Read(78, Folder, Folder).ShouldBeNull("The process has ended.");
    }

    [Fact]
    public void ReadProcesses_SampleFiles_HasNamesAndCpuTime()
    {
        Write("2/stat", CreateStat(2, "kthreadd", 0, 2129984, 1));
        Write("77/stat", CreateStat(77, "a (b) c", 1, 4194304, 250));

        var processes = new LinuxMachine(Folder, 1).ReadProcesses();

        processes[77].ShouldBe(new ProcessReading("a (b) c", 1, 2.5));
        processes[2].IsKernelThread.ShouldBeTrue();
    }

    [Fact]
    public void FindInvolvedProcesses_TargetWithDatabaseAndOtherClients_TellsThemApart()
    {
        // Process 20 listens on port 5100 and has the child process 21, which is connected to port 5432 of the
        // database, process 30. The tool (10) and process 40 are connected to port 5100, and process 40 to the database.
        Write("net/tcp", string.Join('\n',
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            CreateSocket("0100007F:13EC", "00000000:0000", "0A", 1),
            CreateSocket("0100007F:9000", "0100007F:1538", "01", 2),
            CreateSocket("0100007F:1538", "0100007F:9000", "01", 3),
            CreateSocket("00000000:1538", "00000000:0000", "0A", 4),
            CreateConnection("9001", "13EC", 5, 6),
            CreateConnection("9002", "13EC", 7, 6),
            CreateConnection("9004", "1538", 7, 3)));
        ShouldFind("http://192.0.2.1:5100", false, 10);
        Write("10/stat", CreateStat(10, "p10", 1, 0, 0));
        ShouldFind("http://192.0.2.1:5100", false, 10);
        Write("2/stat", CreateStat(2, "kthreadd", 0, 2129984, 1));
        foreach (var (id, parent, inodes) in new (int, int, int[])[]
            { (10, 1, [5]), (20, 1, [1, 6]), (21, 20, [2]), (30, 1, [3, 4]), (40, 1, [7]) })
        {
            Write($"{id}/stat", CreateStat(id, $"p{id}", parent, 0, 0));
            var folder = Directory.CreateDirectory(Path.Combine(Folder, $"{id}", "fd"));
            foreach (var inode in inodes)
                File.CreateSymbolicLink(Path.Combine(folder.FullName, $"{inode}"), $"socket:[{inode}]");
        }

        ShouldFind("http://127.0.0.1:5100", true, 10, 20, 21, 30);
        ShouldFind("http://127.0.0.1:5101", false, 10);
        ShouldFind("http://192.0.2.1:5100", true, 10);
        Write("20/cgroup", $"0::/system.slice/docker-{new string('a', 64)}.scope\n");
        var contained = new LinuxMachine(Folder, 10).FindInvolvedProcesses([new Uri("http://172.17.0.2:8080")], 20);
        (contained.AreAllKnown, contained.AreElsewhere).ShouldBe((false, false));

        static string CreateConnection(string from, string to, int client, int server) =>
            CreateSocket($"0100007F:{from}", $"0100007F:{to}", "01", client) + '\n'
                + CreateSocket($"0100007F:{to}", $"0100007F:{from}", "01", server);
    }

    private static string CreateSocket(string local, string remote, string state, int inode) =>
        $"   0: {local} {remote} {state} 00000000:00000000 00:00000000 00000000     0        0 {inode} 1 0";

    private static MachineUsage Measure(LinuxMachine machine, double? monitored = null)
    {
        var meter = new MachineMeter(machine, []);
        meter.Start();
        var before = meter.Read();
        var usage = new ResourceUsage(
            new Dictionary<string, ProcessMetrics?>
            {
                [MonitoredProcess.Target] = new() { CpuSeconds = monitored },
            });
        return meter.Summarize(MachineMeter.Attribute(meter.Read() - before, TimeSpan.FromSeconds(0.2), usage));
    }

    [Theory]
    [InlineData("http://127.0.0.1:1", 1.3, CheckState.Fail)]
    [InlineData("http://192.0.2.1:1", 1.3, CheckState.Pass)]
    [InlineData("http://192.0.2.1:1", 1.9, CheckState.Fail)]
    public void CheckToolCpu_TargetOnAnotherMachine_MayUseAlmostAllCores(string url, double cores, CheckState expected)
    {
        var meter = new MachineMeter(new LinuxMachine(Folder, 10), [new Uri(url)]);
        meter.Start();

        var isAlone = meter.Summarize(null).TargetsAreElsewhere;

        ResourceChecks.CheckToolCpu(cores, 2, 10, isAlone).Single().State.ShouldBe(expected);
    }

    private static string CreateStat(int id, string name, int parent, long flags, int ticks) =>
        $"{id} ({name}) S {parent} 0 0 0 0 {flags} 0 0 0 0 {ticks} 0 0 0 20 0 1 0 1\n";

    private void ShouldFind(string url, bool areAllKnown, params int[] ids)
    {
        var involved = new LinuxMachine(Folder, 10).FindInvolvedProcesses([new Uri(url)]);

        involved.AreAllKnown.ShouldBe(areAllKnown);
        involved.Ids.Order().ShouldBe(ids);
    }
}
