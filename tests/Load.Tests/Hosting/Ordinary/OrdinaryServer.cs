namespace Load.Tests.Hosting.Ordinary;

/// <summary>A server that many people use, as a process with its default settings, which counts its requests.</summary>
internal sealed class OrdinaryServer : IAsyncDisposable
{
    private static readonly string Sources = Path.Combine(Repository.Root, "tests/Load.Tests/Hosting/Ordinary");

    private readonly Process _process;
    private readonly Task<string> _errors;

    private OrdinaryServer(string program, params string[] arguments)
    {
        SkipUnlessInstalled(program);
        _process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _errors = _process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
    }

    public required Func<OrdinaryServer, Task<int>> Count { get; init; }

    public int Port { get; private set; }

    public static Task<OrdinaryServer> StartNodeAsync(string module, string[] certificate) =>
        StartAsync("node", [Path.Combine(Sources, "server.js"), module, .. certificate]);

    /// <summary>Starts a server in Go, which is built into a folder if it is not there yet.</summary>
    public static async Task<OrdinaryServer> StartGoAsync(string folder, string[] certificate)
    {
        var program = Path.Combine(folder, "server");
        if (!File.Exists(program))
        {
            SkipUnlessInstalled("go");
            using var go = Process.Start("go", ["build", "-o", program, Path.Combine(Sources, "server.go")]);
            await go.WaitForExitAsync(TestContext.Current.CancellationToken);
            go.ExitCode.ShouldBe(0);
        }

        return await StartAsync(program, certificate);
    }

    /// <summary>
    /// Starts nginx with the settings of Debian's package, and a site whose port has options: none, ssl, or ssl http2.
    /// </summary>
    public static async Task<OrdinaryServer> StartNginxAsync(string folder, string options, string[] certificate)
    {
        SkipUnlessInstalled("nginx");
        var port = ServiceProcess.FindFreePorts(1)[0];
        var log = Path.Combine(folder, "access.log");
        var packaged = await File.ReadAllTextAsync("/etc/nginx/nginx.conf", TestContext.Current.CancellationToken);
        await WriteAsync("nginx.conf", packaged
            .Replace("/etc/nginx/sites-enabled/*", $"{folder}/site", StringComparison.Ordinal)
            .Replace("/var/log/nginx/", $"{folder}/", StringComparison.Ordinal)
            .Replace("/run/", $"{folder}/", StringComparison.Ordinal));
        var tls = certificate is [var file, var key] ? $"ssl_certificate {file}; ssl_certificate_key {key};" : "";
        string[] temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        await WriteAsync("site", $$"""
            {{string.Join('\n', temporary.Select(name => $"{name}_temp_path {folder}/{name};"))}}
            server { listen 127.0.0.1:{{port}} {{options}}; {{tls}} location / { return 200 hello; } }
            """);
        File.Delete(log);
        var server = new OrdinaryServer(
            "nginx", "-c", $"{folder}/nginx.conf", "-e", $"{folder}/error.log", "-g", "daemon off;")
        {
            Port = port,
            Count = async server =>
            {
                await server.EndAsync("QUIT");
                return File.ReadLines(log).Count();
            },
        };
        await Eventually.WaitUntilAsync(() => !PortProbe.RefusesConnections(new Uri($"http://127.0.0.1:{port}")));
        return server;

        Task WriteAsync(string name, string text) =>
            File.WriteAllTextAsync(Path.Combine(folder, name), text, TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            await EndAsync("KILL");
        _process.Dispose();
    }

    // A server of ours prints its port, and the number of its requests when its input ends.
    private static async Task<OrdinaryServer> StartAsync(string program, string[] arguments)
    {
        var server = new OrdinaryServer(program, arguments)
        {
            Count = async server =>
            {
                server._process.StandardInput.Close();
                return int.Parse(await server.ReadLineAsync(), CultureInfo.InvariantCulture);
            },
        };
        server.Port = int.Parse(await server.ReadLineAsync(), CultureInfo.InvariantCulture);
        return server;
    }

    private static void SkipUnlessInstalled(string program)
    {
        var folders = Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator);
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && folders.Any(folder => File.Exists(Path.Combine(folder, program))),
            $"{program} is not installed");
    }

    private async Task<string> ReadLineAsync() =>
        await _process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken)
            ?? throw new InvalidOperationException(await _errors);

    private async Task EndAsync(string signal)
    {
        await LoadProcess.SignalAsync(_process, signal);
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }
}
