using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Studies.Studies;

/// <summary>
/// Builds of a program in a folder of their own, outside the build of this repository. A build is made once, and again
/// after a change of its source, its properties or the SDK.
/// </summary>
internal sealed partial class RuntimeCache(string assembly, string project, params string[] libraries)
{
    public static RuntimeCache Default { get; } = new("MinimalAggregator", "peers/minimal-aggregator");

    // Git ignores the folder, and `make clean` removes it.
    private readonly string _folder = ProgramLocator.GetPath("artifacts-runtimes", assembly);

    public static RuntimeCache OfService(string assembly, string project) =>
        new(assembly, project, "service-defaults", "protos", "prometheus/metrics.yaml");

    public async Task<RuntimeProgram> GetAsync(RuntimeBuild build, CancellationToken stop)
    {
        var root = Path.Combine(_folder, build.Name);
        var (app, keyFile) = (Path.Combine(root, "app"), Path.Combine(root, "key"));
        string[] properties =
        [
            $"RuntimeFramework={build.Framework}", $"ArtifactsPath={Path.Combine(root, "build")}",
            "DebugType=none", "CopyOutputSymbolsToPublishDirectory=false", "PublishDocumentationFile=false",
            .. build.Runtime is { } version ? new[] { $"RuntimeFrameworkVersion={version}" } : [],
            .. build.Properties,
        ];
        var key = await ComputeKeyAsync(properties, stop);
        if (!File.Exists(keyFile) || await File.ReadAllTextAsync(keyFile, stop) != key)
        {
            if (Directory.Exists(root))
                Directory.Delete(root, recursive: true);
            var publish = new ProcessStartInfo("dotnet",
            [
                "publish", ProgramLocator.GetPath(project), "-c", "Release",
                "-r", RuntimeInformation.RuntimeIdentifier, "--self-contained", "-o", app,
                "-nologo", "--disable-build-servers",
                .. properties.Select(property => $"-p:{property}"),
            ]);
            var output = await ProcessRunner.CaptureAsync(publish, stop);
            if (output.ExitCode is not 0)
                return new RuntimeProgram(build, null, 0, FindReason(output.All));
            await File.WriteAllTextAsync(keyFile, key, stop);
        }

        return new RuntimeProgram(
            build, Path.Combine(app, OperatingSystem.IsWindows() ? $"{assembly}.exe" : assembly),
            new DirectoryInfo(app).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length), null);
    }

    /// <summary>Finds the first error in the output of a build, without files and package sources.</summary>
    public static string FindReason(string output)
    {
        var error = ErrorPattern().Match(output);
        if (!error.Success)
            return "the build failed without a message";
        // A sentence ends before a space, so that a version number stays whole.
        var text = error.Groups["text"].Value.Split(". ")[0].Trim().TrimEnd('.');
        return $"{error.Groups["code"].Value}: {text}";
    }

    private async Task<string> ComputeKeyAsync(IEnumerable<string> properties, CancellationToken stop)
    {
        string[] files =
        [
            .. libraries.Prepend(project).Select(one => ProgramLocator.GetPath(one)).SelectMany(FindFiles),
            .. Directory.GetFiles(ProgramLocator.RepositoryRoot, "Directory.*").Order(StringComparer.Ordinal),
        ];
        var texts = await Task.WhenAll(files.Select(file => File.ReadAllTextAsync(file, stop)));
        var text = string.Join('\n', [RuntimeInformation.FrameworkDescription, .. properties, .. texts]);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
    }

    private static IEnumerable<string> FindFiles(string path) => File.Exists(path)
        ? [path]
        : Directory.GetFiles(path, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal);

    [GeneratedRegex(@"error (?<code>[A-Z]+\d+): (?<text>[^\r\n\[]+)", RegexOptions.ExplicitCapture)]
    private static partial Regex ErrorPattern();
}

internal sealed record RuntimeProgram(RuntimeBuild Build, string? Path, long Bytes, string? Reason)
{
    public ProcessStartInfo CreateStartInfo(Uri backend) => CreateStartInfo($"--Backend:BaseAddress={backend}");

    public ProcessStartInfo CreateStartInfo(params IEnumerable<string> settings)
    {
        var start = new ProcessStartInfo(Path!, ["--urls", "http://127.0.0.1:0", .. settings])
        {
            Environment = { ["no_proxy"] = "127.0.0.1,localhost", ["Logging__Console__FormatterName"] = "json" },
        };
        foreach (var (name, value) in Build.Variables)
            start.Environment[name] = value;
        return start;
    }
}
