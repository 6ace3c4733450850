using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceDefaults.Tests;

public sealed class ThreadPoolOptionsTests
{
    [Theory]
    [InlineData("MinThreads", "0", "Runtime:MinThreads must be from 1 to 32767")]
    [InlineData("MaxThreads", "32768", "Runtime:MaxThreads must be from 1 to 32767")]
    public Task ThreadCountOutOfBounds_StartService_FailsWithAdvice(string key, string value, string fix) =>
        ShouldFailAsync(fix, (key, value));

    [Fact]
    public Task MaxThreadsBelowMinThreads_StartService_FailsWithAdvice() => ShouldFailAsync(
        "Runtime:MaxThreads must not be less than Runtime:MinThreads", ("MinThreads", "201"), ("MaxThreads", "200"));

    [Fact]
    public void MaxThreadsBelowTheNumberOfCores_HasValidLimits_IsFalse()
    {
        new ThreadPoolOptions { MaxThreads = Environment.ProcessorCount - 1 }.HasValidLimits.ShouldBeFalse();
        new ThreadPoolOptions { MaxThreads = Environment.ProcessorCount }.HasValidLimits.ShouldBeTrue();
    }

    private static async Task ShouldFailAsync(string fix, params (string Key, string Value)[] settings)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        foreach (var (key, value) in settings)
            builder.Configuration[$"Runtime:{key}"] = value;
        builder.Services.AddMetrics();
        builder.Services.AddThreadPoolConfiguration();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(fix);
    }
}
