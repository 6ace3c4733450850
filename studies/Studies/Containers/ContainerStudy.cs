using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.Containers;

/// <summary>Runs of the load tool beside the services of a container study.</summary>
internal static class ContainerStudy
{
    /// <summary>Runs the load tool on a scenario in its container, and copies its result out.</summary>
    /// <param name="compose">The containers.</param>
    /// <param name="verb">The command of the load tool.</param>
    /// <param name="scenario">The name of a scenario in load/scenarios.</param>
    /// <param name="folder">A folder that gets the files.</param>
    /// <param name="options">The options of the study.</param>
    /// <param name="isQuiet">Whether the output is kept instead of shown.</param>
    public static async Task<LoadRun> LoadAsync(
        ComposeEnvironment compose, string verb, string scenario, string folder,
        IReadOnlyList<(string Name, string Value)> options, bool isQuiet = false)
    {
        var command = new LoadCommand(verb, "/results") { Scenario = $"scenarios/{scenario}.yaml", Options = options };
        var before = Directory.CreateDirectory(folder).GetFiles("*.json").Select(file => file.FullName).ToHashSet();
        var output = await compose.RunLoadAsync(command.ToArguments(), folder, isQuiet);
        var path = Directory.GetFiles(folder, "*.json").Select(Path.GetFullPath).Except(before).SingleOrDefault();
        var run = new LoadRun(output.ExitCode, path);
        return run.HasFigures
            ? run
            : throw new StudyException($"The load tool exited with {run.Code}.\n{output.All}".TrimEnd());
    }

    /// <summary>Waits for a condition that is asked for once a second.</summary>
    /// <returns>False when the condition does not become true within a minute.</returns>
    public static async Task<bool> WaitAsync(StudyContext context, Func<Task<bool>> condition)
    {
        for (var second = 0; second < 60; second++)
        {
            if (await condition())
                return true;
            await context.Environment.DelayAsync(TimeSpan.FromSeconds(1));
        }

        return false;
    }
}
