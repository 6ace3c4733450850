namespace EndToEnd.Tests;

public sealed class HostileBodyTests(DotnetServices pair) : IClassFixture<DotnetServices>
{
    public static TheoryData<string> Bodies => [.. HostileBodies.All.Select(body => body.Name)];

    [Theory]
    [MemberData(nameof(Bodies))]
    public Task HostileBody_PostedToBothTiers_IsRefusedWithExpectedStatusAndCounted(string name) =>
        pair.ShouldRefuseAndCountAsync(HostileBodies.All.Single(body => body.Name == name));

    /// <summary>The server itself counts some of these requests, and others not.</summary>
    [Fact]
    public async Task MalformedChunks_PostedToBothTiers_AreRefused()
    {
        foreach (var body in HostileBodies.KestrelBodies)
        {
            foreach (var tier in IngestionServices.IngestionPaths.Keys)
                await pair.ShouldRefuseAsync(tier, body);
        }
    }

    /// <summary>
    /// Sends all slow request bodies at the same time, because the services refuse each one only after a time limit.
    /// </summary>
    [Slow]
    [Fact]
    public Task SlowBodies_PostedAtSameTime_AreRefusedWithTimeoutStatusAndCounted() =>
        pair.ShouldRefuseSlowBodiesAsync();
}
