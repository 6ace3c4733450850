using Microsoft.Extensions.Options;

namespace ServiceDefaults.Tests;

public sealed class ThreadPoolLimitsTests
{
    public static TheoryData<string, string[]> InvalidLimits => new()
    {
        { "Runtime:MinThreads must be from 1 to 32767", ["--Runtime:MinThreads=0", "--Runtime:MaxThreads=0"] },
        { "Runtime:MaxThreads must be from 1 to 32767", ["--Runtime:MaxThreads=32768"] },
        { "Runtime:MaxThreads must not be less", ["--Runtime:MinThreads=201", "--Runtime:MaxThreads=200"] },
        { "Runtime:MaxThreads must", [$"--Runtime:MaxThreads={Environment.ProcessorCount - 1}"] },
    };

    [Theory]
    [MemberData(nameof(InvalidLimits))]
    public async Task InvalidLimits_StartService_FailsWithAdvice(string advice, string[] args)
    {
        var failure = await Should.ThrowAsync<OptionsValidationException>(() => TestService.StartAsync(args: args));

        failure.Message.ShouldContain(advice);
    }
}
