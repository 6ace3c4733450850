namespace TwoTier.Load.Services;

/// <summary>How a <see cref="ServiceProcess"/> is started and ended.</summary>
public sealed record ServiceOptions
{
    /// <summary>Its name in messages.</summary>
    public string Name { get; init; } = "The service";

    /// <summary>Where it will listen. <see cref="ServiceProcess.PortPlaceholder"/> is replaced by a free port.</summary>
    public string Address { get; init; } = $"http://127.0.0.1:{ServiceProcess.PortPlaceholder}";

    /// <summary>
    /// A path such as <c>/health/ready</c> that answers with a status of success when the service is ready; null for a
    /// service that is ready when it listens.
    /// </summary>
    public string? ReadyPath { get; init; }

    /// <summary>What asks for the path; null for a client that uses no proxy, and trusts what the system trusts.</summary>
    public HttpClient? ReadyClient { get; init; }

    /// <summary>The longest time until it is ready.</summary>
    public TimeSpan ReadyLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The time after which it is killed, when it was asked to end (SIGTERM). Windows kills at once.</summary>
    public TimeSpan EndLimit { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>What its error messages name as its command; null for nothing.</summary>
    internal string? Text { get; init; }
}
