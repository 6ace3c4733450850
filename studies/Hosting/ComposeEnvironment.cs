namespace Studies.Hosting;

/// <summary>
/// Runs the containers of a study with Docker Compose. They are removed after the study, with their networks and
/// volumes.
/// </summary>
internal sealed class ComposeEnvironment : IAsyncDisposable
{
    private readonly CancellationToken _stop;

    private ComposeEnvironment(IReadOnlyDictionary<string, string> variables, CancellationToken stop) =>
        (Variables, _stop) = (new Dictionary<string, string>(variables), stop);

    /// <summary>
    /// Environment variables for <c>docker compose</c>. When one of them changes, the next start recreates the
    /// containers of the services that use it.
    /// </summary>
    public IDictionary<string, string> Variables { get; }

    public static async Task<ComposeEnvironment> CreateAsync(
        IReadOnlyDictionary<string, string> variables, CancellationToken stop)
    {
        if (!await IsDockerAvailableAsync(stop))
            throw new StudyException("The Docker engine does not respond. Is it running?");
        var compose = new ComposeEnvironment(variables, stop);
        return (await compose.GetContainersAsync()).Count is 0
            ? compose
            : throw new StudyException("Containers of the testbed already exist. Run make down first.");
    }

    public static async Task<bool> IsDockerAvailableAsync(CancellationToken stop) =>
        ProgramLocator.IsInstalled("docker")
        && (await ProcessRunner.CaptureAsync(new ProcessStartInfo("docker", ["info"]), stop)).ExitCode is 0;

    /// <summary>
    /// Reads a setting of docker-compose.yml: from an environment variable, or else from the file .env.
    /// </summary>
    public static string GetSetting(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : File
            .ReadLines(ProgramLocator.GetPath(".env"))
            .First(line => line.StartsWith($"{name}=", StringComparison.Ordinal))[(name.Length + 1)..];

    public Task BuildAsync(params IEnumerable<string> services) => ComposeAsync(["build", .. services]);

    public Task StartHealthyAsync(params IEnumerable<string> services) =>
        ComposeAsync(["up", "--detach", "--build", "--wait", "--wait-timeout", "300", .. services]);

    public Task StartAsync(params IEnumerable<string> services) =>
        ComposeAsync(["up", "--detach", "--no-deps", .. services]);

    public Task StopAsync(string service) => ComposeAsync(["stop", service]);

    public async Task<ProgramOutput> RunLoadAsync(IEnumerable<string> arguments, string folder, bool isQuiet = false)
    {
        var name = $"two-tier-testbed-load-{Guid.NewGuid():N}"[..34];
        var run = CreateStartInfo(["run", "--no-deps", "--name", name, "load", .. arguments]);
        var output = isQuiet
            ? await ProcessRunner.CaptureAsync(run, _stop)
            : new ProgramOutput(await ProcessRunner.RunAsync(run, _stop), "", "");
        _stop.ThrowIfCancellationRequested();
        await DockerAsync("cp", "--quiet", $"{name}:/results/.", Directory.CreateDirectory(folder).FullName);
        await DockerAsync("rm", "--volumes", name);
        return output;
    }

    /// <returns>The exit code of the load tool, for a command that writes no result files.</returns>
    public async Task<int> RunLoadForExitCodeAsync(params string[] arguments) => (await ProcessRunner.CaptureAsync(
        CreateStartInfo(["run", "--rm", "--no-deps", "load", .. arguments]), _stop)).ExitCode;

    public async Task<string> ExecuteAsync(string service, string command) =>
        (await CaptureAsync(CreateStartInfo(["exec", "-T", service, "bash", "-c", command]))).Output;

    /// <summary>
    /// Gets the containers of the given services, or of all services if none is given. Containers that have exited are
    /// included.
    /// </summary>
    public async Task<IReadOnlyList<ContainerState>> GetContainersAsync(params string[] services)
    {
        var listed = (await CaptureAsync(CreateStartInfo(["ps", "--all", "--quiet", .. services]))).Output;
        var ids = listed.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (ids is [])
            return [];
        var inspected = await CaptureAsync(new ProcessStartInfo("docker", ["inspect", .. ids]));
        return JsonSerializer.Deserialize<Container[]>(inspected.Output)!
            .Select(container => container.State with { Id = container.Id }).ToArray();
    }

    public Task KillAsync(ContainerState container) => DockerAsync("kill", container.Id);

    public async ValueTask DisposeAsync() => await ProcessRunner.CaptureAsync(
        CreateStartInfo(["down", "--volumes", "--remove-orphans"]), CancellationToken.None);

    private async Task ComposeAsync(string[] arguments)
    {
        var code = await ProcessRunner.RunAsync(CreateStartInfo(arguments), _stop);
        _stop.ThrowIfCancellationRequested();
        if (code is not 0)
            throw new StudyException($"docker compose {arguments[0]} exited with code {code}.");
    }

    private Task<ProgramOutput> DockerAsync(params string[] arguments) =>
        CaptureAsync(new ProcessStartInfo("docker", arguments));

    private async Task<ProgramOutput> CaptureAsync(ProcessStartInfo program)
    {
        var output = await ProcessRunner.CaptureAsync(program, _stop);
        return output.ExitCode is 0 ? output : throw new StudyException(
            $"docker {string.Join(' ', program.ArgumentList)} exited with code {output.ExitCode}: "
            + output.Errors.Trim());
    }

    private ProcessStartInfo CreateStartInfo(IEnumerable<string> arguments)
    {
        var docker = new ProcessStartInfo("docker", ["compose", "--progress", "quiet", .. arguments])
        {
            WorkingDirectory = ProgramLocator.RepositoryRoot,
            Environment = { ["COMPOSE_PROFILES"] = "scale,load" },
        };
        foreach (var (name, value) in Variables)
            docker.Environment[name] = value;
        return docker;
    }

    private sealed record Container(string Id, ContainerState State);
}

internal sealed record ContainerState(bool Running, bool OOMKilled)
{
    public string Id { get; init; } = "";
}
