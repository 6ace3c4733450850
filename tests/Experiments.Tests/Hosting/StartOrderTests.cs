namespace Experiments.Tests.Hosting;

public sealed class StartOrderTests
{
    [Theory]
    [InlineData(1, "abc")]
    [InlineData(2, "cba")]
    public async Task StartAll_EverySecondStart_ReversesTheOrderButNotTheResults(int start, string expectedOrder)
    {
        var order = "";

        var started = await StartOrder.StartAllAsync(start, Start("a"), Start("b"), Start("c"));

        started.ShouldBe(["a", "b", "c"]);
        order.ShouldBe(expectedOrder);

        Func<Task<string>> Start(string name) => () =>
        {
            order += name;
            return Task.FromResult(name);
        };
    }
}
