namespace Studies.Studies.Containers;

internal static class ContainerStudy
{
    /// <summary>Runs the load tool on a scenario in a container, and copies its result file to this machine.</summary>
    public static async Task<LoadRun> LoadAsync(
        ComposeEnvironment compose, string verb, string scenario, string folder,
        IReadOnlyList<(string Name, string Value)> options, bool isQuiet = false)
    {
        var command = new LoadCommand(verb, "/results") { Scenario = $"scenarios/{scenario}.yaml", Options = options };
        var before = Directory.CreateDirectory(folder).GetFiles("*.json").Select(file => file.FullName).ToHashSet();
        var output = await compose.RunLoadAsync(command.ToArguments(), folder, isQuiet);
        var path = Directory.GetFiles(folder, "*.json").Select(Path.GetFullPath).Except(before).SingleOrDefault();
        var run = new LoadRun(output.ExitCode, path);
        return run.HasResult
            ? run
            : throw new StudyException($"The load tool exited with code {run.ToolExitCode}.\n{output.All}".TrimEnd());
    }

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
