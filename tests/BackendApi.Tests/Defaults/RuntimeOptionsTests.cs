using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using ServiceDefaults.Runtime;

namespace BackendApi.Tests.Defaults;

public sealed class RuntimeOptionsTests
{
    [Theory]
    [InlineData("MinThreads", "0", "Runtime:MinThreads must be from 1 to 32767")]
    [InlineData("MaxThreads", "32768", "Runtime:MaxThreads must be from 1 to 32767")]
    public Task Threads_OutOfBounds_FailTheStartAndSayTheFix(string key, string value, string cure) =>
        FailsAsync(cure, (key, value));

    [Fact]
    public Task MaxThreads_BelowMinThreads_FailsTheStartAndSaysTheFix() =>
        FailsAsync("Runtime:MaxThreads must not be less than Runtime:MinThreads", ("MinThreads", "201"), ("MaxThreads", "200"));

    [Fact]
    public void MaxThreads_BelowTheCores_IsRefused()
    {
        new RuntimeOptions { MaxThreads = Environment.ProcessorCount - 1 }.HasRoom.ShouldBeFalse();
        new RuntimeOptions { MaxThreads = Environment.ProcessorCount }.HasRoom.ShouldBeTrue();
    }

    private static async Task FailsAsync(string cure, params (string Key, string Value)[] settings)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        foreach (var (key, value) in settings)
            builder.Configuration[$"Runtime:{key}"] = value;
        builder.Services.AddMetrics();
        builder.Services.AddRuntimeSettings();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(cure);
    }
}
