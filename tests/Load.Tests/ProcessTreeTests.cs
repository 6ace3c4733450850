namespace Load.Tests;

/// <summary>
/// Finds the processes that answer, in a folder that is like /proc, with the CPU times that a test says.
/// </summary>
public sealed class ProcessTreeTests : FolderTests
{
    private const string Address = "0100007F";
    private const string OtherAddress = "00000000000000000000000001000000";
    private const string AnyAddress = "00000000";
    private const string AnyIpv6Address = "00000000000000000000000000000000";
    private readonly Dictionary<int, double> _cpu = [];

    [Theory]
    [InlineData(Address, OtherAddress, 20)]
    [InlineData(OtherAddress, AnyAddress, 30)]
    [InlineData(AnyIpv6Address, Address, 30)]
    [InlineData(AnyIpv6Address, OtherAddress, 20)]
    [InlineData(OtherAddress, OtherAddress, null)]
    public void Find_TwoProgramsAtThePort_IsTheOneThatTheAddressReaches(string first, string second, int? expected)
    {
        Listen((first, 1), (second, 2));
        AddProcess(20, parent: 1, "first", inodes: 1);
        AddProcess(30, parent: 1, "second", inodes: 2);

        Find()?.Listeners.ShouldHaveSingleItem().ShouldBe(expected!.Value);
        (Find() is null).ShouldBe(expected is null);
    }

    [Fact]
    public void Read_ForkedWorkers_CountWithTheirChildrenAlsoWhenTheyHaveEnded()
    {
        Listen((Address, 1));
        AddProcess(1, parent: 0, "init", inodes: 1);
        AddProcess(20, parent: 1, "master", inodes: 1);
        AddProcess(21, parent: 20, "worker", inodes: 1);
        AddProcess(30, parent: 1, "other");
        _cpu[30] = 100;
        var tree = Find()!;
        var before = tree.Read()!.CpuSeconds!.Value;

        // A helper of the first worker comes, and so does a second worker; then both end. The second one is waited for.
        _cpu[21] = 1;
        AddProcess(22, parent: 21, "helper", cpu: 0.5);
        AddProcess(23, parent: 20, "worker", cpu: 0.25);
        (tree.ReadClock(), tree.Changes).ShouldBe((1, 1), "Only a reading finds processes.");
        (tree.Read()!.CpuSeconds - before).ShouldBe(1.75);
        (tree.ReadClock(), tree.Changes).ShouldBe((1.75, 2));
        tree.Listeners.ShouldBe([20, 21]);
        tree.Describe().ShouldBe("processes master, worker × 2, helper");
        Directory.Delete(Path.Combine(Folder, "22"), recursive: true);
        Directory.Delete(Path.Combine(Folder, "23"), recursive: true);
        AddProcess(20, parent: 1, "master", cpu: 0, ofChildren: 26);
        _cpu[20] = 0.125;

        (tree.Read()!.CpuSeconds - before).ShouldBe(1.875);
    }

    /// <summary>A program that starts a process for each request, which ends before it is seen.</summary>
    [Fact]
    public void Read_ChildrenThatWereNeverSeen_CountByTheirParent()
    {
        Listen((Address, 1));
        AddProcess(20, parent: 1, "cgi", inodes: 1, ofChildren: 500);
        var tree = Find()!;
        var before = tree.Read()!.CpuSeconds;

        AddProcess(20, parent: 1, "cgi", ofChildren: 530);

        (tree.Read()!.CpuSeconds - before)!.Value.ShouldBe(0.3, 1e-9);
    }

    [Theory]
    [InlineData("docker-proxy", 1)]
    [InlineData("node", 0)]
    public async Task Measure_ForwarderOrProgramWithoutWork_IsNotMeasured(string program, double cpuSeconds)
    {
        Listen((Address, 1));
        AddProcess(20, parent: 1, program, inodes: 1);
        var target = new MonitoredProcess(MonitoredProcess.Target, $"{Url}metrics");
        using var scraper = new PrometheusScraper();
        scraper.ReadFrom(Find()!, target.MetricsUrl);
        var meter = new UsageMeter(scraper, [target], TimeProvider.System);
        var measurement = new Measurement(TimeProvider.System);
        measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);

        await meter.StartAsync();
        _cpu[20] += cpuSeconds;
        var usage = await meter.MeasureAsync(SentCount.Of(measurement));

        usage.Processes[MonitoredProcess.Target]!.CpuSeconds.ShouldBeNull();
        var check = ResourceChecks.CheckProcesses(usage).Single(check => check.Id == "forwarder");
        (check.State, check.Value).ShouldBe((CheckState.Note, $"not measured: {program} forwards"));
    }

    private static Uri Url { get; } = new("http://127.0.0.1:5100/");

    private ProcessTree? Find()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells the processes of a socket.");
        return ProcessTree.Find(Url, Folder, id => _cpu.TryGetValue(id, out var cpu) ? cpu : null);
    }

    private void Listen(params (string Address, int Inode)[] sockets)
    {
        foreach (var table in new[] { "tcp", "tcp6" })
        {
            Write($"net/{table}", string.Join('\n', sockets
                .Where(socket => socket.Address.Length > 8 == (table is "tcp6"))
                .Select(socket => $"   0: {socket.Address}:13EC {socket.Address[..^1]}0:0000 0A 00000000:00000000 "
                    + $"00:00000000 00000000     0        0 {socket.Inode} 1 0")
                .Prepend("  sl  local_address rem_address   st")));
        }
    }

    private void AddProcess(int id, int parent, string name, double cpu = 0, int ofChildren = 0, int inodes = 0)
    {
        _cpu[id] = cpu;
        Write($"{id}/stat", $"{id} ({name}) S {parent} 0 0 0 0 0 0 0 0 0 0 0 {ofChildren} 0 20 0 1 0 1\n");
        var folder = Directory.CreateDirectory(Path.Combine(Folder, $"{id}", "fd"));
        if (inodes > 0)
            File.CreateSymbolicLink(Path.Combine(folder.FullName, $"{inodes}"), $"socket:[{inodes}]");
    }
}
