namespace Load.Target;

/// <summary>A process that takes part in answering, and the base URL under which it has its <c>/metrics</c>.</summary>
/// <param name="Name">As in every table and in the result file.</param>
/// <param name="BaseUrl">Scheme, host and port.</param>
internal sealed record MonitoredProcess(string Name, string BaseUrl)
{
    public const string FrontEnd = "front-end";
    public const string BackEnd = "back-end";

    /// <summary>A counter that must grow by one for each of the client's successes; null for none.</summary>
    public string? Reconciled { get; init; }
}
