using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Logging;

namespace Testing;

/// <summary>Runs a service with Kestrel on a free port. TMarker is any type in its assembly.</summary>
internal class ServiceFactory<TMarker> : WebApplicationFactory<TMarker>
    where TMarker : class
{
    private readonly IReadOnlyDictionary<string, string> _settings;

    public ServiceFactory(params (string Key, string Value)[] settings)
    {
        _settings = settings.ToDictionary(setting => setting.Key, setting => setting.Value);
        UseKestrel();
    }

    public Action<IServiceCollection> ExtraServices { get; init; } = _ => { };

    /// <summary>The first address of the service. Reading it starts the service.</summary>
    public Uri Address => Addresses[0];

    /// <summary>The addresses of the service. Reading them starts the service.</summary>
    public IReadOnlyList<Uri> Addresses
    {
        get
        {
            StartServer();
            var addresses = Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;
            return [.. addresses.Select(address => new Uri(address))];
        }
    }

    public HttpClient CreateHttpClient() => new() { BaseAddress = Address };

    public async Task<(int Status, string Body)> GetAsync(string path)
    {
        using var client = CreateHttpClient();
        using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        return ((int)response.StatusCode, body);
    }

    /// <summary>
    /// Sums the values of all series of a metric that have the given labels. Reads only their lines: the metrics of a
    /// process with many services are long.
    /// </summary>
    public async Task<double> SumAsync(string metric, params string[] labels) => (await GetAsync("/metrics")).Body.Split('\n')
        .Where(line => (line.StartsWith(metric + '{', StringComparison.Ordinal)
                || line.StartsWith(metric + ' ', StringComparison.Ordinal))
            && labels.All(label => line.Contains(label, StringComparison.Ordinal)))
        .Sum(line => double.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture));

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting(WebHostDefaults.ServerUrlsKey, "http://127.0.0.1:0");
        foreach (var (key, value) in _settings)
            builder.UseSetting(key, value);
        builder.ConfigureLogging(logging => logging.ClearProviders());
        builder.ConfigureServices(ExtraServices);
    }
}
