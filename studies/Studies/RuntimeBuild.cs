using System.Security.Cryptography;

namespace Studies.Studies;

/// <summary>A version of .NET and a compiler, with which a program is built.</summary>
internal sealed record RuntimeBuild(
    string Name, string Summary, string Framework, params IReadOnlyList<string> Properties)
{
    public const string Baseline = "net10";
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    /// <summary>The version of the runtime that is published, too; null for that of the framework.</summary>
    public string? Runtime { get; init; }

    public static RuntimeBuild Usual { get; } = new(Baseline, ".NET 10, compiled while it runs", "net10.0");

    /// <summary>The SDK of .NET 10 compiles for no newer framework, but publishes with a newer runtime.</summary>
    public static RuntimeBuild Newest { get; } =
        new("net11", ".NET 11, compiled while it runs; built for .NET 10", "net10.0") { Runtime = "11.0.0" };

    /// <summary>All builds. Which of them can be made depends on the package source of the machine.</summary>
    public static IReadOnlyList<RuntimeBuild> All { get; } =
    [
        new("net8", ".NET 8, compiled while it runs", "net8.0"),
        new("net9", ".NET 9, compiled while it runs", "net9.0"),
        Usual,
        Newest,
        new("net10-r2r", ".NET 10, ReadyToRun: the aggregator's own code is compiled before it runs, too", "net10.0",
            "PublishReadyToRun=true"),
        new("net10-runtime-async", ".NET 10, runtime-async: for the aggregator's own code, not for the framework",
            "net10.0", "EnablePreviewFeatures=true", "Features=runtime-async=on", "NoWarn=SYSLIB5007%3BCS1591")
        {
            Variables = new Dictionary<string, string> { ["DOTNET_RuntimeAsync"] = "1" },
        },
        CreateNative("net9-aot", ".NET 9, Native AOT: compiled before it runs", "net9.0"),
        CreateNative("net10-aot", ".NET 10, Native AOT: compiled before it runs", "net10.0"),
    ];

    // The compiler links with clang unless it is told otherwise.
    private static RuntimeBuild CreateNative(string name, string summary, string framework)
    {
        List<string> properties = ["PublishAot=true"];
        if (UsesGcc)
            properties.Add("CppCompilerAndLinker=gcc");
        return new(name, summary, framework, properties);
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
