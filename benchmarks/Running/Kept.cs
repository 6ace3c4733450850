using BenchmarkDotNet.Environments;

namespace Benchmarks.Running;

/// <summary>Where results go: only what is measured at length is part of the repository.</summary>
internal static class Kept
{
    /// <summary>BenchmarkDotNet writes to the folder results in it.</summary>
    public static string FolderOf(StudyLength length) => length is StudyLength.Full ? "benchmarks" : Path.Combine("results", "benchmarks");

    /// <summary>Shows lines, and writes them with what they were measured on.</summary>
    public static void Write(StudyLength length, string name, IEnumerable<string> lines)
    {
        var text = string.Join('\n', lines);
        Console.WriteLine(text);
        var folder = Path.Combine(FolderOf(length), "results");
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, $"{name}.md"),
            $"```\n{string.Join('\n', HostEnvironmentInfo.GetCurrent().ToFormattedString())}\n\n{text}\n```\n");
    }
}
