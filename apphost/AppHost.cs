using System.Net.NetworkInformation;
using Microsoft.Extensions.Configuration;

var builder = DistributedApplication.CreateBuilder(args);
// Otherwise, the health checks and the services would ask the proxy of the environment for localhost.
Environment.SetEnvironmentVariable("no_proxy", "localhost,127.0.0.1,[::1]," + builder.Configuration["no_proxy"]);
// Not from the environment, where PORT means something else.
var port = new ConfigurationBuilder().AddCommandLine(args).Build().GetValue("Port", 5100);
if (IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Any(listener => listener.Port == port))
    throw new DistributedApplicationException($"Port {port} is in use. Choose another, such as -- --Port {port + 100}");
var http2Port = $"{port + 3}";
var results = Path.GetFullPath(Path.Combine(builder.AppHostDirectory, "..", "results", "aspire", $"{port}"));

// Aspire's proxy would stand in the path of each request, and load would measure it instead of the service.
var backend = builder.AddProject<Projects.BackendApi>("backend-api", launchProfileName: null)
    .WithHttpEndpoint(port + 1, isProxied: false)
    .WithEnvironment("Http2__Port", http2Port)
    .WithHttpHealthCheck("/health/ready");
var frontend = builder.AddProject<Projects.FrontendApi>("frontend-api", launchProfileName: null)
    .WithHttpEndpoint(port, isProxied: false)
    .WithEnvironment("Backend__BaseAddress", backend.GetEndpoint("http"))
    .WithEnvironment("Backend__Http2Address", "http://localhost:" + http2Port)
    .WithHttpHealthCheck("/health/ready")
    .WaitFor(backend);
builder.AddProject<Projects.Load>("compare", launchProfileName: null)
    .WithArgs("compare", $"http://localhost:{port}/api/customer/1", "--vary", "strategy=webclient-sync,get-from-json")
    .WithArgs("--monitor", "target", "--out", results)
    .WithExplicitStart()
    .WaitFor(frontend);
builder.Build().Run();
