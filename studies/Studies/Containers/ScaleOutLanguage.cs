namespace Studies.Studies.Containers;

/// <summary>
/// The services written in one language, and the ports at which the load balancer serves them (docker/haproxy.cfg).
/// </summary>
/// <param name="Name">The name of the language in results.</param>
/// <param name="Frontend">The name of the Compose service of the front-ends.</param>
/// <param name="Backend">The name of the Compose service of the back-end.</param>
/// <param name="BalancerPort">
/// The port of the load balancer that distributes requests to all front-ends. The three ports after it distribute
/// requests to one, two and three front-ends.
/// </param>
/// <param name="AuditPort">The port of the proxy between front-ends and back-end that records every payload.</param>
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
