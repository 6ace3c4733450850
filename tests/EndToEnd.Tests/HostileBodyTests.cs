namespace EndToEnd.Tests;

/// <summary>
/// Tests that front-end and back-end refuse hostile request bodies with the expected status, and count each refusal
/// under this status.
/// </summary>
public abstract class HostileBodyTests(IngestionServices pair)
{
    public static TheoryData<string> Bodies => [.. HostileBodies.All.Select(body => body.Name)];

    [Theory]
    [MemberData(nameof(Bodies))]
    public async Task HostileBody_PostedToBothTiers_IsRefusedWithExpectedStatusAndCounted(string name)
    {
        pair.SkipIfUnavailable();
        var body = HostileBodies.All.Single(body => body.Name == name);
        // A client that disconnects in the middle of the request body also cancels the request, which ASP.NET Core may
        // count with status 499.
        int[] statuses = body.IsCutOff ? [body.Status, 499] : [body.Status];
        foreach (var tier in IngestionServices.IngestionPaths.Keys)
        {
            var before = await pair.ReadRequestCountAsync(tier, statuses);

            await ShouldBeRefused(tier, body);

            await pair.ShouldHaveCountedRequestsAsync(tier, statuses, before + 1);
        }
    }

    /// <summary>
    /// Sends all slow request bodies at the same time, because the services refuse each one only after a time limit.
    /// </summary>
    [Fact]
    public async Task SlowBodies_PostedAtSameTime_AreRefusedWithTimeoutStatusAndCounted()
    {
        pair.SkipIfUnavailable();
        await Task.WhenAll(
            HostileBodies.SlowBodies.SelectMany(
                _ => IngestionServices.IngestionPaths.Keys, (body, tier) => ShouldBeRefused(tier, body)));

        foreach (var tier in IngestionServices.IngestionPaths.Keys)
            await pair.ShouldHaveCountedRequestsAsync(tier, 408, HostileBodies.SlowBodies.Count);
    }

    private protected async Task ShouldBeRefused(string tier, HostileBody body)
    {
        var (status, type, answer) = await RawPost.SendAsync(
            pair.Addresses[tier], IngestionServices.IngestionPaths[tier], body, TestContext.Current.CancellationToken);

        // If the client has closed its side of the connection, Kestrel sends no response but still counts the request.
        if (body.IsCutOff && status is 0)
            return;
        status.ShouldBe(body.Status, $"{body.Name}: {answer}");
        type.ShouldBe("application/problem+json", answer);
        answer.ShouldContain($"\"status\":{status}");
        // ASP.NET Core itself refuses most other media types, and gives no detail.
        if (status is not 415)
            answer.ShouldContain("\"detail\":");
        answer.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
    }
}

public sealed class DotnetHostileBodyTests(DotnetServices pair) : HostileBodyTests(pair), IClassFixture<DotnetServices>
{
    public static TheoryData<string> KestrelBodies => [.. HostileBodies.KestrelBodies.Select(body => body.Name)];

    [Theory]
    [MemberData(nameof(KestrelBodies))]
    public async Task MalformedChunks_PostedToBothTiers_AreRefused(string name)
    {
        foreach (var tier in IngestionServices.IngestionPaths.Keys)
            await ShouldBeRefused(tier, HostileBodies.KestrelBodies.Single(body => body.Name == name));
    }
}

public sealed class GoHostileBodyTests(GoServices pair) : HostileBodyTests(pair), IClassFixture<GoServices>;
