namespace TwoTier.Load.Services;

/// <summary>
/// The container engine that the docker command finds, on this machine or where DOCKER_HOST says. The command also
/// connects to its API (https://docs.docker.com/reference/api/engine/), as over ssh: only that tells CPU times.
/// </summary>
/// <param name="lockFile">A file of this machine that exists until this tool has ended.</param>
internal sealed partial class ContainerEngine(string lockFile)
{
    /// <summary>What the names of all containers that this tool starts begin with.</summary>
    public const string NamePrefix = "load-ab-";

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
        // Of a container that an image has given such a label, the label may have several lines, and names others.
        var format = $$$"""{{.Names}} {{json (.Label "{{{LabelName}}}")}}""";
        var all = await RunAsync("ps", "--all", "--filter", $"label={LabelName}", "--format", format);
        foreach (var (name, label) in all.Split('\n').Select(line => line.Split(' ', 2)).Select(one => (one[0], one[^1])))
        {
            if (name.StartsWith(NamePrefix, StringComparison.Ordinal)
                && ((string?)JsonNode.Parse(label))?.Split(':', 2) is [var owner, var file]
                && owner == Environment.MachineName && !File.Exists(file))
            {
                await RunAsync("rm", "--force", "--volumes", name);
            }
        }

        var address = new Uri(await RunAsync("context", "inspect", "--format", "{{.Endpoints.docker.Host}}"));
        if (address.Host is not "")
            Host = new UriBuilder(Host) { Host = address.Host }.Uri;
        Machine = await RunAsync("info", "--format", "{{.OperatingSystem}}, {{.Architecture}}, {{.NCPU}} processors");
    }

    public async Task<ContainerImage> FindImageAsync(string name)
    {
        var read = (await RunAsync("image", "inspect", "--format", "{{.Id}} {{json .Config}}", name)).Split(' ', 2);
        var config = JsonNode.Parse(read[1])!;
        var exposed = (config["ExposedPorts"] as JsonObject ?? []).Select(port => port.Key.Split('/'))
            .Where(port => port[^1] is "tcp")
            .Min(port => (int?)int.Parse(port[0], CultureInfo.InvariantCulture));
        var listens = (config["Env"] as JsonArray ?? []).Select(variable => ListenVariable().Match($"{variable}"))
            .FirstOrDefault(match => match.Success)?.Value;
        return new ContainerImage(this, name, read[0], exposed)
        {
            TellReason = exposed is null ? "the image exposes no port"
                : listens?.Split(['=', ':', ';']).Contains($"{exposed}") is false
                    ? $"the image exposes it, but has {listens}" : null,
        };
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

    [GeneratedRegex("^ASPNETCORE_(HTTP_PORTS|URLS)=.*")]
    private static partial Regex ListenVariable();
}
