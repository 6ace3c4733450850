namespace Studies.Hosting;

/// <summary>A program that gives the same answers as the front-end, to compare it with (docs/peers.md).</summary>
/// <param name="Name">The name in results.</param>
/// <param name="Tool">The program that is needed to build or to run it; empty for .NET.</param>
/// <param name="Settings">The options that differ from the default.</param>
internal sealed record AggregatorPeer(string Name, string Tool, params IReadOnlyList<string> Settings)
{
    public static IReadOnlyList<AggregatorPeer> All { get; } =
    [
        new("go", "go"), new("go-idle", "go", "--idle=100"),
        new("node", "node"), new("node-cluster", "node", "--cluster"),
        new("raw", ""),
    ];

    private static readonly Lazy<Task<string>> GoProgram = new(() => GoPeer.BuildAsync("aggregator-go"));

    public bool IsInstalled => Tool is "" || ProgramLocator.IsInstalled(Tool);

    /// <param name="backend">The address of the back-end.</param>
    /// <param name="timeout">The time that the calls for a request may take.</param>
    public async Task<ProcessStartInfo> CreateStartInfoAsync(Uri backend, TimeSpan timeout)
    {
        string[] arguments =
        [
            $"--backend={backend}", "--listen=127.0.0.1:0", $"--timeout-ms={timeout.TotalMilliseconds:0}", .. Settings,
        ];
        return Tool switch
        {
            "go" => new(await GoProgram.Value, arguments),
            "node" => new(Tool, [ProgramLocator.GetPath("peers", "aggregator-node", "aggregator.mjs"), .. arguments]),
            _ => ProgramLocator.CreateStartInfo("RawAggregator", arguments),
        };
    }
}
