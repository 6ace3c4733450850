namespace Studies.Studies;

/// <summary>Runs the containers of a study with Docker Compose, and removes them with networks and volumes.</summary>
internal sealed class ComposeEnvironment(string files, CancellationToken stop) : IAsyncDisposable
{
    public static async Task<ComposeEnvironment> CreateAsync(string files, CancellationToken stop)
    {
        if (!ProgramLocator.IsInstalled("docker")
            || (await ProcessRunner.CaptureAsync(new ProcessStartInfo("docker", ["info"]), stop)).ExitCode is not 0)
        {
            throw new StudyException("The Docker engine does not respond. Is it running?");
        }

        var compose = new ComposeEnvironment(files, stop);
        return (await compose.GetContainersAsync()).Count is 0
            ? compose
            : throw new StudyException("Containers of the testbed already exist. Run make down first.");
    }

    /// <summary>Runs a command of Docker Compose on this terminal.</summary>
    public async Task ComposeAsync(params IEnumerable<string> arguments)
    {
        var code = await ProcessRunner.RunAsync(CreateStartInfo(arguments), stop);
        stop.ThrowIfCancellationRequested();
        if (code is not 0)
            throw new StudyException($"docker compose {arguments.First()} exited with code {code}.");
    }

    /// <summary>Runs the load tool on the network of the services, and copies its result file here.</summary>
    public async Task<LoadRun> RunLoadAsync(LoadCommand command, string folder, bool isQuiet = false)
    {
        var before = Directory.CreateDirectory(folder).GetFiles("*.json").Select(file => file.FullName).ToHashSet();
        var name = $"two-tier-testbed-load-{Guid.NewGuid():N}"[..34];
        var program = CreateStartInfo(["run", "--no-deps", "--name", name, "load", .. command.ToArguments()]);
        var output = isQuiet
            ? await ProcessRunner.CaptureAsync(program, stop)
            : new ProgramOutput(await ProcessRunner.RunAsync(program, stop), "", "");
        stop.ThrowIfCancellationRequested();
        await CaptureAsync(new("docker", ["cp", "--quiet", $"{name}:/results/.", Path.GetFullPath(folder)]));
        await CaptureAsync(new("docker", ["rm", "--volumes", name]));
        var path = Directory.GetFiles(folder, "*.json").Select(Path.GetFullPath).Except(before).SingleOrDefault();
        var run = new LoadRun(output.ExitCode, path);
        return run.HasResult
            ? run
            : throw new StudyException($"The load tool exited with code {run.ToolExitCode}.\n{output.All}".TrimEnd());
    }

    /// <summary>Sends a request from the load tool's container, and returns whether it was answered.</summary>
    public async Task<bool> IsAnsweringAsync(string url) => (await ProcessRunner.CaptureAsync(
        CreateStartInfo(["run", "--rm", "--no-deps", "load", "dry-run", "--url", url]), stop)).ExitCode is 0;

    /// <summary>Gets the containers of services, or of all services if none is given; also those that exited.</summary>
    public async Task<IReadOnlyList<ContainerState>> GetContainersAsync(params string[] services)
    {
        var listed = (await CaptureAsync(CreateStartInfo(["ps", "--all", "--quiet", .. services]))).Output;
        var ids = listed.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (ids is [])
            return [];
        var inspected = await CaptureAsync(new("docker", ["inspect", .. ids]));
        return [.. JsonSerializer.Deserialize<Container[]>(inspected.Output)!.Select(container => container.State)];
    }

    public async ValueTask DisposeAsync() => await ProcessRunner.CaptureAsync(
        CreateStartInfo(["down", "--volumes", "--remove-orphans"]), CancellationToken.None);

    private async Task<ProgramOutput> CaptureAsync(ProcessStartInfo program)
    {
        var output = await ProcessRunner.CaptureAsync(program, stop);
        return output.ExitCode is 0 ? output : throw new StudyException(
            $"docker {string.Join(' ', program.ArgumentList)} exited with code {output.ExitCode}: "
            + output.Errors.Trim());
    }

    private ProcessStartInfo CreateStartInfo(IEnumerable<string> arguments) =>
        new("docker", ["compose", "--progress", "quiet", .. arguments])
        {
            WorkingDirectory = ProgramLocator.RepositoryRoot,
            Environment = { ["COMPOSE_PROFILES"] = "load", ["COMPOSE_FILE"] = files },
        };

    private sealed record Container(ContainerState State);
}

internal sealed record ContainerState(bool Running, bool OOMKilled);
