using System.Collections.Immutable;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;
using Benchmarks.Layers;

namespace Benchmarks;

/// <summary>
/// Benchmarks of one call to a service with more and more layers: from a bare socket to a client of IHttpClientFactory
/// with logging, resilience, metrics and tracing. Each call reads the same document over one kept-alive connection.
/// </summary>
[Rounds]
public class CallLayers
{
    /// <summary>
    /// The size of the document in bytes: about that of the documents of the back-end, and less than a packet.
    /// </summary>
    private const int DocumentBytes = 1_000;

    // With 5 rounds, the intervals of what the upper layers add were wider than what they add.
    private const int RoundCount = 15;

    // The thread that waits for the end of an invocation is woken up once for so many calls.
    private const int CallsPerInvocation = 50;

    private CallSession _session = null!;

    /// <summary>The names of the layers, from the bottom to the top.</summary>
    public static IEnumerable<string> Names => CallLayer.All.Select(layer => layer.Name);

    /// <summary>The numbers of the rounds, from 1.</summary>
    public static IEnumerable<int> Rounds => Enumerable.Range(1, RoundCount);

    [ParamsSource(nameof(Rounds))]
    public int Round { get; set; }

    [ParamsSource(nameof(Names))]
    public string Layer { get; set; } = "";

    [GlobalSetup]
    public void CreateSession() => _session = CallLayer.Get(Layer).CreateSession(
        new Uri(DocumentServerProcess.Address, $"/documents-with-length/{DocumentBytes}"));

    [GlobalCleanup]
    public Task DisposeSession() => _session.DisposeAsync().AsTask();

    [Benchmark(OperationsPerInvoke = CallsPerInvocation)]
    public async Task<int> Get()
    {
        var bytes = 0;
        for (var i = 0; i < CallsPerInvocation; i++)
            bytes += (await _session.Reader.ReadAsync(CancellationToken.None)).Length;
        return bytes;
    }
}

/// <summary>
/// Runs the benchmarks of a class in rounds: each round has all of them, in an order of its own. Writes the table of
/// layers.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class RoundsAttribute : Attribute, IConfigSource
{
    public IConfig Config { get; } =
        ManualConfig.CreateEmpty().WithOrderer(new RoundOrderer()).AddExporter(new LayerTable());
}

/// <summary>
/// Shuffles the benchmarks of each round, so that a machine that becomes slower does not make later layers expensive.
/// The same rounds have the same order in every run.
/// </summary>
internal sealed class RoundOrderer : DefaultOrderer
{
    private const int Seed = 2014;

    public override IEnumerable<BenchmarkCase> GetExecutionOrder(
        ImmutableArray<BenchmarkCase> benchmarkCases, IEnumerable<BenchmarkLogicalGroupRule>? order = null) =>
        Shuffle(base.GetExecutionOrder(benchmarkCases, order),
            benchmark => (int)benchmark.Parameters[nameof(CallLayers.Round)]);

    public static IEnumerable<T> Shuffle<T>(IEnumerable<T> benchmarks, Func<T, int> getRound)
    {
        var random = new Random(Seed);
        foreach (var round in benchmarks.GroupBy(getRound).OrderBy(round => round.Key))
        {
            var shuffled = round.ToArray();
            random.Shuffle(shuffled);
            foreach (var benchmark in shuffled)
                yield return benchmark;
        }
    }
}
