namespace TwoTier.Load.Services;

/// <summary>An image, and the lowest TCP port that it exposes; null if it exposes none.</summary>
internal sealed record ContainerImage(ContainerEngine Engine, string Name, string Id, int? ExposedPort)
{
    /// <summary>Why its container must be told its port, as the programs of other sides are; null if it need not.</summary>
    public string? TellReason { get; init; }
}

/// <summary>The container that a docker command starts, whose CPU time and memory the engine counts.</summary>
internal sealed class ServiceContainer(ContainerImage image, IEnumerable<string> variables) : IUsageSource
{
    private readonly string _name = $"{ContainerEngine.NamePrefix}{Guid.NewGuid():N}";
    private readonly int _port = image.ExposedPort ?? 8080;

    /// <summary>
    /// The command that starts it, and removes it when it ends. A health probe would be measured as part of it.
    /// </summary>
    public string Command => $"docker run --rm --name {_name} --label \"{image.Engine.Label}\" --no-healthcheck "
        + string.Concat(variables.Select(name => $"--env {name} "))
        + (image.TellReason is not null ? $"--env PORT={_port} --env ASPNETCORE_URLS=http://+:{_port} " : "")
        + $"--publish {(image.Engine.Host.IsLoopback ? "127.0.0.1::" : "")}{_port} {image.Id}";

    public string PortNote => $" (port {_port}, " + (image.TellReason is { } reason
        ? $"set by PORT and ASPNETCORE_URLS, because {reason})"
        : "the lowest port that the image exposes)");

    public IReadOnlyList<int> Listeners { get; private set; } = [];

    // The processes of a container on this machine, whose clocks the kernel tells.
    private ProcessTree? _tree;

    public int Changes => _tree?.Changes ?? 0;

    public double? ReadClock() => _tree?.ReadClock();

    public string Describe() => $"container on {image.Engine.Machine}: CPU time and memory as its engine counts them, "
        + "allocations not measured because its diagnostics port cannot be reached";

    /// <summary>
    /// Waits until the container runs, and finds the address of its service: if it is on this machine, that of the
    /// container itself, because a proxy serves a published port. Null if it has ended.
    /// </summary>
    public async Task<string?> FindUrlAsync(ServiceProcess command, CancellationToken stop)
    {
        var format = $$$$"""{{.State.Pid}},{{.Id}},{{with index .NetworkSettings.Ports "{{{{_port}}}}/tcp"}}"""
            + "{{(index . 0).HostPort}}{{end}}{{range .NetworkSettings.Networks}},{{.Gateway}},{{.IPAddress}}{{end}}";
        for (; !command.Process.HasExited; await Task.Delay(50, stop))
        {
            var (code, output) = await ContainerEngine.TryRunAsync("inspect", "--format", format, _name);
            if (code != 0 || output.Trim().Split(',') is not [not "0" and var pid, var id, var port, .. var network])
                continue;
            // The ids and addresses of an engine on another machine, or in a network of its own, mean others here.
            var process = int.Parse(pid, CultureInfo.InvariantCulture);
            var isHere = network is [var gateway, _] && LinuxSockets.FindContainer("/proc", process) == id
                && InvolvedProcessFinder.GetOwnAddresses().Any(own => $"{own}" == gateway);
            Listeners = isHere ? [process] : [];
            _tree = isHere ? ProcessTree.Of(process) : null;
            return isHere ? $"http://{network[1]}:{_port}" : $"http://{image.Engine.Host.Host}:{port}";
        }

        return null;
    }

    public async Task<ProcessMetrics?> ReadAsync()
    {
        _tree?.Read();
        var read = await ContainerEngine.ReadStatisticsAsync(_name);
        var (cpu, memory) = ((double?)read["cpu_stats"]?["cpu_usage"]?["total_usage"], read["memory_stats"]);
        // Control groups of version 1 and of version 2 have different names.
        var parts = memory?["stats"];
        return cpu is null or 0 ? null : new ProcessMetrics
        {
            Program = image.Name,
            CpuSeconds = cpu / 1e9,
            WorkingSetBytes = (double?)memory?["usage"]
                - (double?)(parts?["total_inactive_file"] ?? parts?["inactive_file"]),
            AnonymousBytes = (double?)(parts?["total_rss"] ?? parts?["anon"]),
        };
    }

    /// <summary>Removes the container, which need not obey the signal to end.</summary>
    public Task RemoveAsync() => ContainerEngine.TryRunAsync("rm", "--force", "--volumes", _name);
}
