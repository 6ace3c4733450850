namespace Studies.Studies.Containers;

/// <summary>The front-ends in one language, and how the balancer reaches them (docker/haproxy.cfg).</summary>
/// <param name="Name">The name in results.</param>
/// <param name="Frontend">The service of the front-ends.</param>
/// <param name="Backend">The service of the back-end.</param>
/// <param name="BalancerPort">
/// The balancer's port for all front-ends. The three ports after it are for one, two and three.
/// </param>
/// <param name="AuditPort">The port of the audit proxy between the tiers.</param>
internal sealed record ScaleOutLanguage(string Name, string Frontend, string Backend, int BalancerPort, int AuditPort)
{
    public static ScaleOutLanguage Net { get; } = new("net", "frontend-api", "backend-api", 8080, 8180);

    public static ScaleOutLanguage Go { get; } = new("go", "frontend-go", "backend-go", 8090, 8190);

    public static IReadOnlyList<ScaleOutLanguage> All { get; } = [Net, Go];

    /// <summary>Gets the address behind which so many front-ends share the requests.</summary>
    public string GetBalancer(int frontends) => $"http://balancer:{BalancerPort + frontends}";
}
