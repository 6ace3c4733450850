using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;

namespace ServiceDefaults.Tests;

public sealed class ListeningTests
{
    [Theory]
    [InlineData("http://localhost:5101")]
    [InlineData("http://127.0.0.1:7000", "--urls", "http://127.0.0.1:7000")]
    public void UrlsConfiguredOrNot_AddServiceDefaults_UsesThoseUrlsOrLoopback(string urls, params string[] args) =>
        WebApplication.CreateBuilder(args).AddServiceDefaults(port: 5101)
            .WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBe(urls);

    [Fact]
    public void HttpPortsConfigured_AddServiceDefaults_SetsNoUrl() =>
        WebApplication.CreateBuilder(["--http_ports", "8080"]).AddServiceDefaults(port: 5101)
            .WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBeNull();
}
