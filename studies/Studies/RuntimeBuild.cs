using System.Security.Cryptography;

namespace Studies.Studies;

/// <summary>A version of .NET and a compiler, with which a program is built.</summary>
internal sealed record RuntimeBuild(
    string Name, string Framework, params IReadOnlyList<string> Properties)
{
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    /// <summary>The version of the runtime that is published, too; null for that of the framework.</summary>
    public string? Runtime { get; init; }

    /// <summary>All builds. Which of them can be made depends on the package source of the machine.</summary>
    public static IReadOnlyList<RuntimeBuild> All { get; } =
    [
        new("net8", "net8.0"),
        new("net9", "net9.0"),
        new("net10", "net10.0"),
        // The SDK of .NET 10 compiles for no newer framework, but publishes with a newer runtime.
        new("net11", "net10.0") { Runtime = "11.0.0" },
        // The aggregator's own code is compiled before it runs, too.
        new("net10-r2r", "net10.0", "PublishReadyToRun=true"),
        // For the aggregator's own code, not for the framework.
        new("net10-runtime-async", "net10.0",
            "EnablePreviewFeatures=true", "Features=runtime-async=on", "NoWarn=SYSLIB5007%3BCS1591")
        {
            Variables = new Dictionary<string, string> { ["DOTNET_RuntimeAsync"] = "1" },
        },
        CreateNative("net9-aot", "net9.0"),
        CreateNative("net10-aot", "net10.0"),
    ];

    // The compiler links with clang unless it is told otherwise.
    private static RuntimeBuild CreateNative(string name, string framework)
    {
        List<string> properties = ["PublishAot=true"];
        if (UsesGcc)
            properties.Add("CppCompilerAndLinker=gcc");
        return new(name, framework, properties);
    }

    private static bool UsesGcc =>
        OperatingSystem.IsLinux() && !ProgramLocator.IsInstalled("clang") && ProgramLocator.IsInstalled("gcc");
}

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
