namespace Experiments.Hosting;

/// <summary>Finds the programs and files of this repository, regardless of the current directory.</summary>
internal static partial class ProgramLocator
{
    public static string RepositoryRoot { get; } = Path.GetFullPath("../../../..", AppContext.BaseDirectory);
    public static string GetPath(params string[] parts) => Path.Combine([RepositoryRoot, .. parts]);

    /// <summary>Reads a file by its path in the repository, with the line endings of Unix.</summary>
    public static string ReadFile(string path) => File.ReadAllText(GetPath(path)).ReplaceLineEndings("\n");

    /// <summary>
    /// Gets the path of a scenario in load/scenarios, of the demo, or of another file, from the current directory.
    /// </summary>
    public static string GetScenarioPath(string name) => Path.GetRelativePath(Environment.CurrentDirectory,
        IsFile(name) ? name
            : name is "demo" ? GetPath("experiments", "demo.yaml") : GetPath("load", "scenarios", $"{name}.yaml"));

    public static bool IsFile(string scenario) => scenario.EndsWith(".yaml", StringComparison.Ordinal);

    public static string GetResultsPath(params string[] parts) =>
        Path.GetRelativePath(Environment.CurrentDirectory, GetPath(["results", .. parts]));

    /// <summary>Creates the command line of a program that the build has placed next to this one.</summary>
    public static ProcessStartInfo CreateStartInfo(string assembly, IEnumerable<string> arguments) =>
        Isolate(new ProcessStartInfo(DotnetHost, [GetAssemblyPath(assembly), .. arguments]));

    /// <summary>Keeps settings of services and the proxy of the shell from a program.</summary>
    public static ProcessStartInfo Isolate(ProcessStartInfo program)
    {
        foreach (var name in program.Environment.Keys.Where(IsServiceSetting).ToArray())
            program.Environment.Remove(name);
        // An HTTP proxy that is configured on this machine must not be used, because it would distort the measurement.
        program.Environment["no_proxy"] = "127.0.0.1,localhost";
        // The last lines of a log are shown to people.
        program.Environment["Logging__Console__FormatterName"] = "simple";
        return program;
    }

    /// <summary>
    /// Whether a variable of the shell would be a setting of a service, such as Logging__LogLevel__Default. A study
    /// sets up its services itself. Settings of the .NET runtime stay, and the load tool records them.
    /// </summary>
    public static bool IsServiceSetting(string name) => ServiceSetting().IsMatch(name);

    /// <summary>Gets the path of an assembly that the build has placed next to this one.</summary>
    public static string GetAssemblyPath(string assembly)
    {
        // artifacts/bin/<project>/<configuration>/<assembly>.dll
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(folder.Parent!.Parent!.FullName, assembly, folder.Name, $"{assembly}.dll");
    }

    public static bool IsInstalled(string program) => Environment.GetEnvironmentVariable("PATH")!
        .Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, OperatingSystem.IsWindows() ? $"{program}.exe" : program)));

    // Settings of a host have a prefix, and those of telemetry have no section.
    [GeneratedRegex("^(ASPNETCORE|OTEL|DOTNET_ENVIRONMENT|DOTNET_URLS|DOTNET_CONTENTROOT)|.__", RegexOptions.IgnoreCase)]
    private static partial Regex ServiceSetting();

    private static string DotnetHost =>
        Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) is "dotnet" ? path : "dotnet";
}
