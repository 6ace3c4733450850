using System.Security.Cryptography;

namespace Studies.Claims.Archive;

/// <summary>The hash of what a row measures: of all files of its projects, or of the one file of its program.</summary>
internal static class MeasuredBuild
{
    private const string Questions = "peers/questions";
    private static readonly string[] Services =
        ["backend-api", "benchmarks", "frontend-api", "peers", "protos", "service-defaults"];

    public static string ComputeHash(ClaimRun run)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in run.Script is null ? FindFiles() : [$"{Questions}/{run.Script}.cs"])
        {
            hash.AppendData(Encoding.UTF8.GetBytes(file));
            hash.AppendData(File.ReadAllBytes(ProgramLocator.GetPath(file)));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..32];
    }

    private static IEnumerable<string> FindFiles() => Services
        .SelectMany(folder => Directory.GetFiles(ProgramLocator.GetPath(folder), "*", SearchOption.AllDirectories))
        .Select(file => Path.GetRelativePath(ProgramLocator.RepositoryRoot, file).Replace('\\', '/'))
        .Where(file => !file.EndsWith(".md", StringComparison.Ordinal)
            && !file.StartsWith(Questions, StringComparison.Ordinal)
            && !file.StartsWith("benchmarks/results", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal);
}
