using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;

namespace Testing;

/// <summary>A service on a real Kestrel port of its own, with settings as its command line would give them.</summary>
/// <typeparam name="TMarker">A type of the service's assembly.</typeparam>
internal class ServiceFactory<TMarker> : WebApplicationFactory<TMarker>
    where TMarker : class
{
    private readonly IReadOnlyDictionary<string, string> settings;

    public ServiceFactory(params (string Key, string Value)[] settings)
    {
        this.settings = settings.ToDictionary(setting => setting.Key, setting => setting.Value);
        UseKestrel(0);
    }

    /// <summary>Starts the service at the first call.</summary>
    public Uri Address
    {
        get
        {
            StartServer();
            var addresses = Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;
            return new(addresses.First().Replace("[::]", "127.0.0.1").Replace("localhost", "127.0.0.1"));
        }
    }

    public HttpClient Client() => new() { BaseAddress = Address };

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        foreach (var (key, value) in settings)
            builder.UseSetting(key, value);
    }
}
