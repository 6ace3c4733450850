namespace TwoTier.Load.Http;

/// <summary>The reason why a request has no complete and valid response, and so no HTTP status.</summary>
internal enum TransportError
{
    Timeout,

    /// <summary>The connection was aborted (TCP RST).</summary>
    Reset,
    Refused,

    /// <summary>The connection was closed (TCP FIN) before the end of the response.</summary>
    ClosedEarly,

    /// <summary>The response is not valid HTTP, or exceeds a limit of the HTTP client.</summary>
    Protocol,

    Dns,
    Connect,
    Tls,

    /// <summary>The response body is longer than the load tool keeps in order to check or to show it.</summary>
    TooLong,

    /// <summary>This machine has no free port or no memory for another connection.</summary>
    LocalResources,

    /// <summary>This process has as many open files and connections as the system allows it.</summary>
    TooManyFiles,
    Other,
}

internal static class TransportErrors
{
    public static string GetName(this TransportError error) => error switch
    {
        TransportError.ClosedEarly => "closed early",
        TransportError.TooLong => "too long",
        TransportError.LocalResources => "local resources",
        TransportError.TooManyFiles => "too many files",
        _ => error.ToString().ToLowerInvariant(),
    };

    /// <summary>Gets the advice on an error of this name.</summary>
    public static string GetAdvice(string name) =>
        Enum.GetValues<TransportError>().FirstOrDefault(error => error.GetName() == name, TransportError.Other).GetAdvice();

    public static string GetAdvice(this TransportError error) => error switch
    {
        TransportError.Timeout => "Try less load or a longer --timeout, and look at what the target waits for.",
        TransportError.Reset =>
            "The target or a proxy aborted the connection: look at its log and its connection limits.",
        TransportError.Refused => "Is the service running, and on this port?",
        TransportError.ClosedEarly =>
            "The target or a proxy closed the connection: look at its log, its keep-alive timeout and restarts.",
        TransportError.Protocol => "Check the scheme and the port: this is not a valid HTTP response.",
        TransportError.Dns => "Check the host name, and the name server of this machine.",
        TransportError.Connect => "Check the address, the network and the firewall.",
        TransportError.Tls =>
            "Check the certificate (--tls ca=ca.pem trusts an authority), the host name, and that the port speaks TLS.",
        TransportError.TooLong => "Leave out --expect, or let the target send less.",
        TransportError.LocalResources =>
            "Open fewer new connections, or allow more ports: sysctl net.ipv4.ip_local_port_range.",
        TransportError.TooManyFiles => "Try ulimit -n 65536 in this shell, or fewer connections (-c).",
        _ => "Send one request by hand and compare.",
    };

    /// <summary>Returns whether the error occurred before a connection was open, so that no request was sent.</summary>
    public static bool IsBeforeConnection(this TransportError error) => error
        is TransportError.Refused
        or TransportError.Dns
        or TransportError.Connect
        or TransportError.Tls
        or TransportError.LocalResources
        or TransportError.TooManyFiles;
}
