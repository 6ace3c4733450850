using System.Xml.Linq;

namespace EndToEnd.Tests;

/// <summary>
/// Checks the projects of the solution, and its filters, each of which builds and tests one product of the repository.
/// </summary>
public sealed class SolutionTests
{
    private const string LockFile = "packages.lock.json";
    private const string Solution = "Testbed.slnx";

    /// <summary>These tests start programs of all three products.</summary>
    private const string TestsOfAll = "tests/EndToEnd.Tests/EndToEnd.Tests.csproj";

    private static readonly string[] Filters = ["testbed.slnf", "load.slnf", "ledger.slnf"];

    private static readonly string[] SolutionProjects =
    [
        .. XDocument.Parse(RepositoryFiles.Read(Solution)).Descendants("Project")
            .Select(project => project.Attribute("Path")!.Value),
    ];

    public static TheoryData<string> FilterNames => [.. Filters];

    [Theory]
    [MemberData(nameof(FilterNames))]
    public void SolutionFilter_Projects_AreOfTheSolutionAndHaveAllThatTheyReference(string filter)
    {
        var projects = ReadProjects(filter);

        projects.ShouldContain(project => project.StartsWith("tests/", StringComparison.Ordinal));
        projects.Except(SolutionProjects).ShouldBeEmpty();
        projects.SelectMany(FindReferences).Except(projects).ShouldBeEmpty();
    }

    [Fact]
    public void SolutionFilters_Together_HaveEveryProject() =>
        SolutionProjects.Except(Filters.SelectMany(ReadProjects)).ShouldBe([TestsOfAll]);

    [Fact]
    public void Solution_EveryProject_HasALockFile() => SolutionProjects
        .Where(project => !File.Exists(Path.Combine(Repository.Root, Path.GetDirectoryName(project)!, LockFile)))
        .ShouldBeEmpty("dotnet restore --use-lock-file writes the file.");

    [Fact]
    public void Images_Restore_HaveTheLockFileOfEachProject() =>
        ((string[])["frontend-api", "backend-api", "load"])
            .SelectMany(folder => RepositoryFiles.Read($"{folder}/Dockerfile").Split('\n'))
            .Where(line => line.StartsWith("COPY ", StringComparison.Ordinal) && line.Contains(".csproj "))
            .ShouldAllBe(line => line.Contains($"/{LockFile} "));

    private static string[] ReadProjects(string filter)
    {
        var solution = JsonElement.Parse(RepositoryFiles.Read(filter)).GetProperty("solution");
        solution.GetProperty("path").GetString().ShouldBe(Solution);
        return
        [
            .. solution.GetProperty("projects").EnumerateArray()
                .Select(project => project.GetString()!.Replace('\\', '/')),
        ];
    }

    private static IEnumerable<string> FindReferences(string project) =>
        from reference in XDocument.Parse(RepositoryFiles.Read(project)).Descendants("ProjectReference")
        let path = Path.Combine(Repository.Root, Path.GetDirectoryName(project)!, reference.Attribute("Include")!.Value)
        select Path.GetRelativePath(Repository.Root, path).Replace('\\', '/');
}
