using BackendApi.Http2;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Options;

namespace BackendApi.Tests.Http2;

public sealed class Http2OptionsTests
{
    [Theory]
    [InlineData("Http2:Port", "70000", "Set Http2:Port to a port from 1 to 65535")]
    [InlineData("Http2:MaxStreamsPerConnection", "0", "Set Http2:MaxStreamsPerConnection to a number between 1 and")]
    public async Task InvalidSetting_StartService_FailsWithAdvice(string key, string value, string fix)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration["urls"] = "http://127.0.0.1:0";
        builder.Configuration[key] = value;
        builder.AddHttp2Endpoint();
        await using var app = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => app.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(fix);
    }
}
