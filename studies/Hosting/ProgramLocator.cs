namespace Studies.Hosting;

/// <summary>Finds the programs and files of this repository, regardless of the current directory.</summary>
internal static class ProgramLocator
{
    public static string RepositoryRoot { get; } = Path.GetFullPath("../../../..", AppContext.BaseDirectory);
    public static string GetPath(params string[] parts) => Path.Combine([RepositoryRoot, .. parts]);

    /// <summary>Gets the path of a scenario file, relative to the current directory, as reports show it.</summary>
    public static string GetScenarioPath(string name) =>
        Path.GetRelativePath(Environment.CurrentDirectory, GetPath("load", "scenarios", $"{name}.yaml"));

    public static string GetResultsPath(params string[] parts) =>
        Path.GetRelativePath(Environment.CurrentDirectory, GetPath(["results", .. parts]));

    /// <summary>Creates the command line of a program that the build has placed next to this one.</summary>
    public static ProcessStartInfo CreateStartInfo(string assembly, IEnumerable<string> arguments) =>
        new(DotnetHost, [GetAssemblyPath(assembly), .. arguments])
        {
            Environment =
            {
                // An HTTP proxy that is configured on this machine must not be used, because it would distort the
                // measurement.
                ["no_proxy"] = "127.0.0.1,localhost",
                // Services write their log as JSON, because the address on which a service listens is read from the
                // log.
                ["Logging__Console__FormatterName"] = "json",
            },
        };

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

    private static string DotnetHost =>
        Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) is "dotnet" ? path : "dotnet";
}
