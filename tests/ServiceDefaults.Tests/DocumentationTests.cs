namespace ServiceDefaults.Tests;

public sealed class DocumentationTests
{
    [Fact]
    public async Task Root_Get_LeadsToThePageOfTheApi()
    {
        await using var service = await TestService.StartAsync();

        using var response = await service.Client.GetAsync("/", TestContext.Current.CancellationToken);

        ((int)response.StatusCode).ShouldBe(200);
        response.RequestMessage!.RequestUri!.AbsolutePath.ShouldBe("/docs/index.html");
        (await service.GetAsync("/openapi/v1.json")).Body.ShouldNotContain("\"/\"");
    }
}
