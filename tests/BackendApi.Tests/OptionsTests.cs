using BackendApi.Faults;
using BackendApi.SampleData;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace BackendApi.Tests;

public sealed class OptionsTests
{
    [Theory]
    [InlineData("as --Data:Customers=1000 on the command line.", "Data:Customers=100001")]
    [InlineData("Set Data:OrdersPerCustomer to a number from 1 to 9, or to 0", "Data:OrdersPerCustomer=10")]
    [InlineData("Set Http2:MaxStreamsPerConnection to a number between 1 and", "Http2:MaxStreamsPerConnection=0")]
    [InlineData("Set Faults:Active:* to valid faults", "Faults:Active:LatencyMs=60001")]
    public async Task InvalidSetting_StartService_FailsWithAdvice(string advice, params string[] settings)
    {
        var builder = WebApplication.CreateSlimBuilder(
            [.. settings.Append("urls=http://127.0.0.1:0").Select(setting => $"--{setting}")]);
        builder.Logging.ClearProviders();
        builder.AddHttp2Endpoint();
        builder.Services.AddFaults();
        builder.Services.AddSampleData();
        await using var app = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => app.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(advice);
    }
}
