namespace TwoTier.Load.Services;

/// <summary>
/// The container engine that the docker command finds, on this machine or where DOCKER_HOST says. The command also
/// connects to its API (https://docs.docker.com/reference/api/engine/), as over ssh: only that tells CPU times.
/// </summary>
/// <param name="lockFile">A file of this machine that exists until this tool has ended.</param>
internal sealed class ContainerEngine(string lockFile)
{
    private const string LabelName = "two-tier-load.ab";

    /// <summary>The label of all containers that this tool starts.</summary>
    public string Label => $"{LabelName}={Environment.MachineName}:{lockFile}";

    /// <summary>The machine on which it publishes ports.</summary>
    public Uri Host { get; private set; } = new("http://127.0.0.1");

    /// <summary>The system, architecture and processors of that machine.</summary>
    public string Machine { get; private set; } = "";

    /// <summary>Finds the engine, and removes the containers of tools of this machine that were killed.</summary>
    public async Task PrepareAsync()
    {
        var format = $$$"""{{.ID}}:{{.Label "{{{LabelName}}}"}}""";
        var all = await RunAsync("ps", "--all", "--filter", $"label={LabelName}", "--format", format);
        foreach (var container in all.Split('\n').Select(line => line.Split(':', 3)))
        {
            if (container is [var id, var owner, var file] && owner == Environment.MachineName && !File.Exists(file))
                await RunAsync("rm", "--force", "--volumes", id);
        }

        var address = new Uri(await RunAsync("context", "inspect", "--format", "{{.Endpoints.docker.Host}}"));
        if (address.Host is not "")
            Host = new UriBuilder(Host) { Host = address.Host }.Uri;
        Machine = await RunAsync("info", "--format", "{{.OperatingSystem}}, {{.Architecture}}, {{.NCPU}} processors");
    }

    public async Task<ContainerImage> FindImageAsync(string name)
    {
        const string format = "{{.Id}}{{range $port, $_ := .Config.ExposedPorts}} {{$port}}{{end}}";
        var words = (await RunAsync("image", "inspect", "--format", format, name)).Split(' ', '/');
        var ports = words.Zip(words.Skip(1)).Where(port => port.Second is "tcp");
        return new ContainerImage(
            this, name, words[0], ports.Min(port => (int?)int.Parse(port.First, CultureInfo.InvariantCulture)));
    }

    /// <summary>Reads the statistics of a container, which are zero if it has ended.</summary>
    /// <exception cref="ServiceException">The engine does not answer, or is older than Docker Engine 25.</exception>
    public static async Task<JsonNode> ReadStatisticsAsync(string container)
    {
        using var engine = ToolEnvironment.Start(new ProcessStartInfo("docker", ["system", "dial-stdio"]));
        // With HTTP/1.0, the end of the answer is that of the connection.
        await engine.StandardInput.WriteAsync(
            $"GET /v1.44/containers/{container}/stats?stream=false&one-shot=true HTTP/1.0\r\nHost: engine\r\n\r\n");
        await engine.StandardInput.FlushAsync();
        var answer = await engine.StandardOutput.ReadToEndAsync();
        return answer.Split("\r\n\r\n", 2) is [var head, var body] && head.Contains(" 200 ", StringComparison.Ordinal)
            ? JsonNode.Parse(body)!
            : throw new ServiceException("The container engine does not report CPU time: "
                + (answer + await engine.StandardError.ReadToEndAsync()).Trim());
    }

    /// <summary>Runs the docker command. Not cancelled, so that nothing begins to exist after it was removed.</summary>
    public static Task<(int ExitCode, string Output)> TryRunAsync(params string[] arguments) =>
        GuardedProcess.RunAsync("docker", arguments, "", CancellationToken.None);

    private static async Task<string> RunAsync(params string[] arguments)
    {
        var (exitCode, output) = await TryRunAsync(arguments);
        var advice = arguments is ["image", .., var name] ? $". Build it, or docker pull {name}" : "";
        return exitCode == 0 ? output.Trim()
            : throw new ServiceException($"docker {arguments[0]}: {output.Trim()}{advice}");
    }
}
