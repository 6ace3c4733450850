namespace Experiments.Studies;

/// <summary>
/// Runs a back-end and two front-ends on fixed ports for manual use. A process pools the connections of only one kind
/// of WebClient, blocking or asynchronous, so that each kind needs a separate front-end. The scenarios in
/// load/scenarios use both front-ends.
/// </summary>
internal sealed class ServeCommand : StudyCommand
{
    private readonly Option<int> _port = StudyOptions.CreateNumber(
        "--port", "The port of the front-end. The back-end gets the next port, the second front-end the one after, and "
            + "HTTP/2 to the back-end the last one.", 5100, 1, ushort.MaxValue - 3);

    private readonly Option<bool> _tls = new("--tls")
    {
        Description = "Use https, with a certificate that is made for it, and HTTP/2 at the same addresses.",
    };

    public ServeCommand()
        : base("serve", "Runs both services until Ctrl-C. They use the ports 5100 to 5103.", rounds: null)
    {
        PassUnknownOptionsTo("the services as settings, such as --Client:Lifetime=shared");
        Add(_port);
        Add(_tls);
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (environment, settings) = (context.Environment, context.UserOptions);
        if (settings.Any(setting => setting.StartsWith("--urls", StringComparison.OrdinalIgnoreCase)))
            throw new StudyException("Each service needs an address of its own. Choose the ports: make serve PORT=6100");
        if (settings.FirstOrDefault(setting => setting is not ['-', '-', ..] || !setting.Contains('=')) is { } wrong)
            throw new StudyException($"Unknown option '{wrong}'. Settings of the services: --Client:Lifetime=shared.");
        var (port, isTls) = (context.Get(_port), context.Arguments.GetValue(_tls));
        string[] roles = ["front-end", "back-end", "second front-end", "back-end, HTTP/2"];
        if (roles.Index().FirstOrDefault(one => !FreePort.IsFree(port + one.Index)) is (var index, { } role))
        {
            throw new StudyException(
                $"Port {port + index} ({role}) is in use. Stop the program that uses it (make down stops containers), "
                + "or choose four other ports: make serve PORT=6100");
        }

        if (isTls && !OperatingSystem.IsLinux())
        {
            throw new StudyException(
                "TLS=1 needs Linux, where .NET trusts the certificates of SSL_CERT_FILE (docs/reference.md).");
        }

        var variables = isTls ? await environment.TrustCertificateAsync() : null;
        var scheme = isTls ? "https" : "http";
        var backend = await environment.StartBackendAsync(
            variables,
            [
                $"--urls={scheme}://localhost:{port + 1}", $"--Http2:Port={port + 3}",
                .. LeaveOut(["Backend", "Client"], settings),
            ]);
        settings =
        [
            $"--Backend:Http2Address=http://localhost:{port + 3}",
            .. LeaveOut(["Data", "Faults", "Http2", "LongOperations"], settings),
        ];
        var frontend = await environment.StartFrontendAsync(
            backend, variables, [$"--urls={scheme}://localhost:{port}", .. settings]);
        var second = await environment.StartFrontendAsync(
            backend, variables, [$"--urls={scheme}://localhost:{port + 2}", .. settings]);
        var authority = Path.GetRelativePath(Environment.CurrentDirectory, DevelopmentCertificate.AuthorityPath);
        var curl = isTls ? $"curl --cacert {authority}" : "curl";
        Console.WriteLine($"""

              port {frontend.Port}    front-end for every strategy but webclient-async
              port {second.Port}    front-end for webclient-async: a process pools the connections of
                           only one kind of WebClient, blocking or asynchronous
              port {backend.Port}    back-end; it speaks HTTP/2 on {(isTls ? "this port, too" : $"port {port + 3}")}, for the flag http=2

              {curl} '{new Uri(frontend, "/api/customer/17?strategy=string-jsonconvert")}'
              {curl} {new Uri(frontend, "/api/strategies")}
              open {frontend}

            Ctrl-C stops all three services.
            """);
        await environment.WaitForStopAsync();
        return 0;
    }

    /// <summary>Leaves out sections of the other service, because a service refuses unknown settings.</summary>
    private static IEnumerable<string> LeaveOut(string[] sections, IReadOnlyList<string> settings) =>
        settings.Where(setting => !Array.Exists(sections, section =>
            setting.StartsWith($"--{section}:", StringComparison.OrdinalIgnoreCase)));
}
