using Microsoft.Extensions.Options;

namespace ServiceDefaults.Tests;

public sealed class ThreadPoolOptionsTests
{
    [Theory]
    [InlineData("Runtime:MinThreads must be from 1 to 32767", "--Runtime:MinThreads=0")]
    [InlineData("Runtime:MaxThreads must be from 1 to 32767", "--Runtime:MaxThreads=32768")]
    [InlineData("Runtime:MaxThreads must not be less than Runtime:MinThreads",
        "--Runtime:MinThreads=201", "--Runtime:MaxThreads=200")]
    public async Task LimitsOutOfBounds_StartService_FailsWithAdvice(string advice, params string[] args) =>
        (await Should.ThrowAsync<OptionsValidationException>(() => TestService.StartAsync(args: args)))
            .Message.ShouldContain(advice);

    [Fact]
    public void MaxThreadsBelowTheNumberOfCores_HasValidLimits_IsFalse()
    {
        new ThreadPoolOptions { MaxThreads = Environment.ProcessorCount - 1 }.HasValidLimits.ShouldBeFalse();
        new ThreadPoolOptions { MaxThreads = Environment.ProcessorCount }.HasValidLimits.ShouldBeTrue();
    }
}
