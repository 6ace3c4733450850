using System.Xml.Linq;

namespace EndToEnd.Tests;

public sealed class LockFileTests
{
    private const string LockFile = "packages.lock.json";

    [Fact]
    public void Solution_EveryProject_HasALockFile()
    {
        var projects = XDocument.Load(Path.Combine(Repository.Root, "Testbed.slnx")).Descendants("Project")
            .Select(project => project.Attribute("Path")!.Value).ToArray();

        projects.ShouldNotBeEmpty();
        projects.Where(project =>
                !File.Exists(Path.Combine(Repository.Root, Path.GetDirectoryName(project)!, LockFile)))
            .ShouldBeEmpty("dotnet restore --use-lock-file writes the file.");
    }

    [Fact]
    public void Images_Restore_HaveTheLockFileOfEachProject() =>
        ((string[])["frontend-api", "backend-api", "load"])
            .SelectMany(folder => RepositoryFiles.Read($"{folder}/Dockerfile").Split('\n'))
            .Where(line => line.StartsWith("COPY ", StringComparison.Ordinal) && line.Contains(".csproj "))
            .ShouldAllBe(line => line.Contains($"/{LockFile} "));
}
