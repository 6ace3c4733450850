using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Experiments.Measuring;

/// <summary>A version of .NET and a compiler, with which a program is built.</summary>
internal sealed record RuntimeBuild(string Name, string Framework)
{
    /// <summary>Properties of MSBuild.</summary>
    public IReadOnlyList<string> Properties { get; init; } = [];

    /// <summary>The environment variables of the program.</summary>
    public IReadOnlyDictionary<string, string>? Variables { get; init; }

    public static IReadOnlyList<RuntimeBuild> All { get; } = StudyFiles.ReadCases<RuntimeBuild>("runtime-builds");
}

/// <summary>A program that was published in a folder of its own. MSBuild finds what has changed since.</summary>
internal sealed record RuntimeProgram(RuntimeBuild Build, string Executable)
{
    public const string Aggregator = "MinimalAggregator";

    private static readonly Dictionary<string, string> Projects = new()
    {
        [Aggregator] = "experiments/programs/minimal-aggregator",
        ["BackendApi"] = "backend-api",
        ["FrontendApi"] = "frontend-api",
    };

    private static readonly ConcurrentDictionary<(string, string), Task<RuntimeProgram>> Published = new();

    /// <summary>Publishes a program with the build of a name, once while this program runs.</summary>
    /// <exception cref="StudyException">The build cannot be made here.</exception>
    public static Task<RuntimeProgram> PublishAsync(string assembly, string build, CancellationToken stop) =>
        Published.GetOrAdd(
            (assembly, build), _ => PublishAsync(assembly, RuntimeBuild.All.Single(one => one.Name == build), stop));

    public ProcessStartInfo CreateStartInfo(params IEnumerable<string> settings) =>
        ProgramLocator.Isolate(new ProcessStartInfo(Executable, [ServiceProgram.FreeUrl, .. settings]))
            .SetVariables(Build.Variables);

    private static async Task<RuntimeProgram> PublishAsync(string assembly, RuntimeBuild build, CancellationToken stop)
    {
        // Git ignores the folder, and `make clean` removes it.
        var root = ProgramLocator.GetPath("artifacts-runtimes", assembly, build.Name);
        var app = new DirectoryInfo(Path.Combine(root, "app"));
        if (app.Exists)
            app.Delete(recursive: true);
        string[] properties =
        [
            $"RuntimeFramework={build.Framework}", $"ArtifactsPath={Path.Combine(root, "build")}",
            "DebugType=none", "CopyOutputSymbolsToPublishDirectory=false", "PublishDocumentationFile=false",
            // Native AOT links with clang unless it is told otherwise.
            .. ProgramLocator.IsInstalled("clang") || !ProgramLocator.IsInstalled("gcc") ? []
                : new[] { "CppCompilerAndLinker=gcc" },
            .. build.Properties,
        ];
        var output = await ProcessRunner.CaptureAsync(
            new ProcessStartInfo("dotnet",
            [
                "publish", ProgramLocator.GetPath(Projects[assembly]), "-c", "Release",
                "-r", RuntimeInformation.RuntimeIdentifier, "--self-contained", "-o", app.FullName,
                "-nologo", "--disable-build-servers", .. properties.Select(property => $"-p:{property}"),
            ]),
            stop);
        var reason = output.All.Split('\n').FirstOrDefault(line => line.Contains(" error ", StringComparison.Ordinal));
        return output.ExitCode is 0
            ? new(build, Path.Combine(app.FullName, OperatingSystem.IsWindows() ? $"{assembly}.exe" : assembly))
            : throw new StudyException($"{build.Name} cannot be built here: {reason ?? output.All}");
    }
}

/// <summary>One start of a build: what it answers, and its memory afterwards.</summary>
internal sealed record RuntimeStart(double? MemoryMb, string Hash)
{
    private const int Customers = 1000;

    public static async Task<RuntimeStart> MeasureAsync(RuntimeProgram program, Uri backend, CancellationToken stop)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        await using var service = await ServiceProgram.StartAsync(
            program.Build.Name, program.CreateStartInfo($"--Backend:BaseAddress={backend}"), stop);
        for (var id = 1; id <= Customers; id++)
            hash.AppendData(await http.GetByteArrayAsync(new Uri(service.Address, $"/api/customer/{id}"), stop));

        return new RuntimeStart(
            ProcessRunner.ReadMemoryMb(service.Process), Convert.ToHexStringLower(hash.GetHashAndReset()));
    }
}
