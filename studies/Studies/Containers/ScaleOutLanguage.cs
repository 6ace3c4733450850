namespace Studies.Studies.Containers;

/// <summary>
/// The services written in one language, and the ports at which the load balancer serves them (docker/haproxy.cfg).
/// </summary>
internal sealed record ScaleOutLanguage(string Name, string Frontend, string Backend, int BalancerPort, int AuditPort)
{
    public static ScaleOutLanguage Dotnet { get; } = new("net", "frontend-api", "backend-api", 8080, 8180);

    public static ScaleOutLanguage Go { get; } = new("go", "frontend-go", "backend-go", 8090, 8190);

    public static IReadOnlyList<ScaleOutLanguage> All { get; } = [Dotnet, Go];

    /// <summary>
    /// Gets the address at which the load balancer distributes requests to the given number of front-ends.
    /// </summary>
    public string GetBalancer(int frontends) => $"http://balancer:{BalancerPort + frontends}";
}
