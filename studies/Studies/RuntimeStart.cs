using System.Security.Cryptography;

namespace Studies.Studies;

/// <summary>One start of a build: how soon it answers, what it answers, and its memory afterwards.</summary>
internal sealed record RuntimeStart(double FirstAnswerMs, double AllAnswersMs, double? MemoryMb, string Hash)
{
    public const int Customers = 1000;
    private const double BytesPerMegabyte = 1e6;

    public static async Task<RuntimeStart> MeasureAsync(RuntimeProgram program, Uri backend, CancellationToken stop)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var started = Stopwatch.GetTimestamp();
        await using var service =
            await ServiceProcess.StartAsync(program.Build.Name, program.CreateStartInfo(backend), stop);
        double? first = null;
        for (var id = 1; id <= Customers; id++)
        {
            hash.AppendData(await http.GetByteArrayAsync(new Uri(service.Address, $"/api/customer/{id}"), stop));
            first ??= Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        }

        return new RuntimeStart(
            first!.Value, Stopwatch.GetElapsedTime(started).TotalMilliseconds,
            ProcessStatus.Read(service.Process)?.WithoutFiles / BytesPerMegabyte,
            Convert.ToHexStringLower(hash.GetHashAndReset()));
    }
}
