using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using ServiceDefaults;

namespace BackendApi.Tests.Defaults;

public sealed class ListeningTests
{
    [Theory]
    [InlineData("http://localhost:5101")]
    [InlineData("http://127.0.0.1:7000", "--urls", "http://127.0.0.1:7000")]
    public void Urls_ToldOrNot_AreLoopbackUnlessTold(string urls, params string[] args) =>
        WebApplication.CreateBuilder(args).AddServiceDefaults(port: 5101)
            .WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBe(urls);

    [Fact]
    public void Urls_WithAPortFromTheEnvironment_AreNotSet() =>
        WebApplication.CreateBuilder(["--http_ports", "8080"]).AddServiceDefaults(port: 5101)
            .WebHost.GetSetting(WebHostDefaults.ServerUrlsKey).ShouldBeNull();
}
