namespace Load.Tests;

public sealed class MachineTests : IDisposable
{
    private readonly DirectoryInfo _proc = Directory.CreateTempSubdirectory();

    public void Dispose() => _proc.Delete(recursive: true);

    [Fact]
    public void Summarize_OtherProgramRuns_ReportsShareOfMachineIfInvolvedProcessesAreKnown()
    {
        var unknown = Measure(new ScriptedMachine(0.5, "in a container")).ShouldNotBeNull();
        var usage = Measure(new ScriptedMachine(0.5)).ShouldNotBeNull();

        usage.OtherShare!.Value.ShouldBe(0.5 / ScriptedMachine.Cores, 0.001);
        usage.OtherProcesses.ShouldHaveSingleItem().Name.ShouldBe("compiler");
        unknown.OtherShare.ShouldBeNull();
        ResourceChecks.CheckMachine(unknown, 0.05).ShouldAllBe(check => check.Id != "other-cpu");
    }

    [Fact]
    public void Start_AgainBeforeStop_ReadsMachineOnceASecond()
    {
        var (time, machine) = (new ManualTime(), new ScriptedMachine(0.5));
        var meter = new MachineMeter(machine, [], time);
        for (var trial = 0; trial < 10; trial++)
        {
            meter.Start();
            time.Advance(TimeSpan.FromSeconds(0.25));
        }

        meter.Stop();

        machine.Readings.ShouldBe(4, "At 0, 1 and 2 s, and at the end.");
        meter.Summarize()!.OtherShare!.Value.ShouldBe(0.5 / ScriptedMachine.Cores, 0.001);
    }

    [Theory]
    [InlineData("-n 100 --limit other-cpu=40%", ExitCode.InvalidResult)]
    [InlineData("-n 100 --limit other-cpu=60%", ExitCode.Ok)]
    public async Task Measure_OtherProgramUsesCpu_IsInvalidUnlessAllowed(string options, int expected)
    {
        using var tool = new LoadTool { Machine = new ScriptedMachine(0.5 * ScriptedMachine.Cores) };
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        (await tool.RunAsync(server.Url, options)).ShouldBe(expected, tool.Output);

        tool.Output.Contains("most by compiler", StringComparison.Ordinal).ShouldBe(expected != ExitCode.Ok, tool.Output);
        var result = await tool.ReadResultAsync();
        result.Validity.Checks.Single(check => check.Id == "other-cpu").Value.ShouldStartWith("50 %");
        var clients = result.Validity.Checks.Single(check => check.Id == "other-clients");
        (clients.State, clients.Value).ShouldBe((CheckState.Note, "compiler 12"));
    }

    [Theory]
    [InlineData("::127.0.0.1:PORT", "http://127.0.0.1:PORT/")]
    [InlineData("http://127.0.0.1:PORT", "http://shop.example/ http://127.0.0.1:PORT/")]
    public async Task Run_OtherAddressThanInUrl_LooksForProcessOfThatAddress(
        string value, string expected)
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var machine = new UnreadableMachine();
        using var tool = new LoadTool { Machine = machine };

        await tool.RunAsync("http://shop.example/", "-n 10", "--via", ReplacePort(value));

        machine.Servers.Select(url => url.AbsoluteUri).ShouldBe(ReplacePort(expected).Split(' '), tool.Error);

        string ReplacePort(string text) =>
            text.Replace("PORT", $"{new Uri(server.Url).Port}", StringComparison.Ordinal);
    }

    [Fact]
    public void Read_ProcFileSystem_SumsCpuTime()
    {
        Write("stat", "cpu  100 20 30 400 5 60 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
        Write("2/stat", CreateStat(2, "kthreadd", 0, 2129984, 1));
        Write("77/stat", CreateStat(77, "a (b) c", 1, 4194304, 250));

        Write("2/comm", "dotnet\n");
        Measure(new LinuxMachine(_proc.FullName, 1)).ShouldBeNull("A container does not see all processes.");
        Write("2/comm", "kthreadd\n");

        var reading = new LinuxMachine(_proc.FullName, 1).Read().ShouldNotBeNull();

        (reading.Total.TotalSeconds, reading.Busy.TotalSeconds).ShouldBe((6.3, 1.5));
        reading.Processes[77].ShouldBe(new ProcessReading("a (b) c", 1, TimeSpan.FromSeconds(2.5)));
        reading.Processes[2].IsKernelThread.ShouldBeTrue();
    }

    [Fact]
    public void FindInvolvedProcesses_TargetWithDatabaseAndOtherClients_TellsThemApart()
    {
        // Process 20 listens on port 5100 and has the child process 21, which is connected to port 5432 of the
        // database, process 30. The tool (10), process 40, another machine and another user are connected to port 5100.
        // Process 40 is connected to the database, too. The last connection to port 5100 is being closed.
        Write("net/tcp", string.Join('\n',
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            CreateSocket("0100007F:13EC", "00000000:0000", "0A", 1),
            CreateSocket("0100007F:9000", "0100007F:1538", "01", 2),
            CreateSocket("0100007F:1538", "0100007F:9000", "01", 3),
            CreateSocket("00000000:1538", "00000000:0000", "0A", 4),
            CreateConnection("9001", "13EC", 5, 6),
            CreateConnection("9002", "13EC", 7, 6),
            CreateConnection("9003", "13EC", 7, 6),
            CreateConnection("9004", "1538", 7, 3),
            CreateConnection("9005", "13EC", 98, 6),
            CreateConnection("9006", "13EC", 0, 6),
            CreateSocket("0100007F:13EC", "010200C0:9001", "01", 6)));
        foreach (var (id, parent, inodes) in new (int, int, int[])[]
            { (10, 1, [5]), (20, 1, [1, 6]), (21, 20, [2]), (30, 1, [3, 4]), (40, 1, [7]) })
        {
            Write($"{id}/stat", CreateStat(id, $"p{id}", parent, 0, 0));
            var folder = Directory.CreateDirectory(Path.Combine(_proc.FullName, $"{id}", "fd"));
            foreach (var inode in inodes)
                File.CreateSymbolicLink(Path.Combine(folder.FullName, $"{inode}"), $"socket:[{inode}]");
        }

        ShouldFind("http://127.0.0.1:5100", null, 10, 20, 21, 30).ShouldBe(
            new Dictionary<string, int> { ["p40"] = 2, ["a program of another user"] = 1, ["192.0.2.1"] = 1 },
            ignoreOrder: true);
        ShouldFind("http://127.0.0.1:5101", "the process that listens on port 5101 cannot be seen", 10).ShouldBeEmpty();
        ShouldFind("http://192.0.2.1:5100", null, 10).ShouldBeEmpty();

        static string CreateConnection(string from, string to, int client, int server) =>
            CreateSocket($"0100007F:{from}", $"0100007F:{to}", "01", client) + '\n'
                + CreateSocket($"0100007F:{to}", $"0100007F:{from}", "01", server);

        static string CreateSocket(string local, string remote, string state, int inode) =>
            $"   0: {local} {remote} {state} 00000000:00000000 00:00000000 00000000     0        0 {inode} 1 0";
    }

    private static MachineUsage? Measure(IMachine machine)
    {
        var meter = new MachineMeter(machine, [], TimeProvider.System);
        for (var second = 0; second < 2; second++)
        {
            meter.Start();
            meter.Stop();
        }

        return meter.Summarize();
    }

    private static string CreateStat(int id, string name, int parent, long flags, int ticks) =>
        $"{id} ({name}) S {parent} 0 0 0 0 {flags} 0 0 0 0 {ticks} 0 0 0 20 0 1 0 1\n";

    private IReadOnlyDictionary<string, int> ShouldFind(string url, string? unknownReason, params int[] ids)
    {
        var involved = new LinuxMachine(_proc.FullName, 10).FindInvolvedProcesses([new Uri(url)]);

        involved.UnknownReason.ShouldBe(unknownReason);
        involved.Ids.Order().ShouldBe(ids);
        return involved.OtherClients;
    }

    private void Write(string path, string text)
    {
        var file = Path.Combine(_proc.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    private sealed class UnreadableMachine : IMachine
    {
        /// <summary>The servers whose processes were looked for last.</summary>
        public IReadOnlyList<Uri> Servers { get; private set; } = [];

        public MachineReading? Read() => null;

        public InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers)
        {
            Servers = servers;
            return new InvolvedProcesses(new HashSet<int>(), null);
        }
    }
}
