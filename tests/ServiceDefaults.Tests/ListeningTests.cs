using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace ServiceDefaults.Tests;

public sealed class ListeningTests
{
    [Theory]
    [InlineData("http://localhost:5101")]
    [InlineData("http://127.0.0.1:7000", "--urls", "http://127.0.0.1:7000")]
    [InlineData(null, "--http_ports", "8080")]
    public void UrlsConfiguredOrNot_AddServiceDefaults_UsesThoseUrlsOrLoopback(string? urls, params string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);

        builder.AddServiceDefaults(port: 5101);

        builder.WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBe(urls);
    }
}
