using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;

namespace BackendApi.Tests;

internal sealed class BackendFactory(params (string Key, string Value)[] settings)
    : WebApplicationFactory<BackendApiMarker>
{
    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        foreach (var (key, value) in settings)
            builder.UseSetting(key, value);
    }
}
