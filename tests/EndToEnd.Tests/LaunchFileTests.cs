namespace EndToEnd.Tests;

public sealed class LaunchFileTests
{
    [Fact]
    public void SolutionLaunchFile_EachProject_HasTheProfileThatItNames()
    {
        var projects = JsonElement.Parse(RepositoryFiles.Read("Testbed.slnLaunch"))[0].GetProperty("Projects");

        projects.GetArrayLength().ShouldBe(2);
        foreach (var project in projects.EnumerateArray())
        {
            var path = project.GetProperty("Path").GetString()!.Replace('\\', '/');
            File.Exists(Path.Combine(Repository.Root, path)).ShouldBeTrue(path);
            var settings = RepositoryFiles.Read($"{Path.GetDirectoryName(path)}/Properties/launchSettings.json");
            JsonElement.Parse(settings).GetProperty("profiles")
                .TryGetProperty(project.GetProperty("DebugTarget").GetString()!, out _).ShouldBeTrue(path);
        }
    }
}
