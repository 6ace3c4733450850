using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace ServiceDefaults.Tests;

public sealed class QueryFlagTests
{
    private static readonly ChoiceFlag SortFlag =
        new("sort", "The order of the results.", ["name", "date"], "name") { ConfigurationKey = "Search:Sort" };

    private static readonly IntegerFlag LimitFlag =
        new("limit", "The largest number of results.", 1, 100, fallback: 10);

    private static readonly QueryFlag[] Flags = [SortFlag, LimitFlag];

    [Theory]
    [InlineData("", "name 10")]
    [InlineData("?sort=date&limit=100", "date 100")]
    [InlineData("?SORT=date&Limit=1", "date 1")]
    public async Task ValidFlags_Bind_ReturnsValuesOrDefaults(string query, string expected)
    {
        await using var service = await StartAsync();

        (await service.GetAsync($"/{query}")).ShouldBe((200, expected));
    }

    [Fact]
    public async Task DefaultConfigured_Bind_ReturnsTheConfiguredDefault()
    {
        await using var service = await StartAsync("--Search:Sort=date");

        (await service.GetAsync("/")).ShouldBe((200, "date 10"));
    }

    [Theory]
    [InlineData("?sort=DATE", "sort", "Invalid value 'DATE'. Valid values: name, date.")]
    [InlineData("?sort=", "sort", "Invalid value ''. Valid values: name, date.")]
    [InlineData("?sort=name&Sort=date", "sort", "Invalid value 'name,date'. Valid values: name, date.")]
    [InlineData("?limit=0", "limit", "Invalid value '0'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?limit=101", "limit", "Invalid value '101'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?limit=all", "limit", "Invalid value 'all'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?order=date", "order", "Unknown flag 'order'. Valid flags: sort, limit.")]
    public async Task InvalidFlag_Bind_Returns400WithTheError(string query, string flag, string error)
    {
        await using var service = await StartAsync();

        var (status, body) = await service.GetAsync($"/{query}");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("errors").GetProperty(flag)[0].GetString().ShouldBe(error);
        JsonElement.Parse(body).GetProperty("title").GetString().ShouldBe("Invalid query flag");
    }

    [Fact]
    public async Task SeveralInvalidFlags_Bind_Returns400WithAnErrorForEachFlag()
    {
        await using var service = await StartAsync();

        var (_, body) = await service.GetAsync("/?sort=price&limit=-1&page=2");

        JsonElement.Parse(body).GetProperty("errors").EnumerateObject().Select(error => error.Name)
            .ShouldBe(["page", "sort", "limit"], ignoreOrder: true);
    }

    [Fact]
    public async Task InvalidDefaultConfigured_StartService_FailsWithAdvice()
    {
        var failure = await Should.ThrowAsync<OptionsValidationException>(() => StartAsync("--Search:Sort=price"));

        failure.Message.ShouldContain("Set Search:Sort to one of: name, date.");
    }

    [Fact]
    public async Task RouteWithFlags_OpenApiDocument_ShowsFlagsWithDefaults()
    {
        await using var service = await StartAsync("--Search:Sort=date");

        var document = JsonElement.Parse((await service.GetAsync("/openapi/v1.json")).Body);

        var parameters = document.GetProperty("paths").GetProperty("/").GetProperty("get").GetProperty("parameters");
        parameters.EnumerateArray().Select(parameter => parameter.GetProperty("description").GetString())
            .ShouldBe(Flags.Select(flag => flag.Summary));
        parameters[0].GetProperty("schema").GetProperty("enum").GetRawText()
            .ShouldMatch("""\[\s*"name",\s*"date"\s*\]""");
        parameters[0].GetProperty("schema").GetProperty("default").GetString().ShouldBe("date");
        parameters[1].GetProperty("schema").GetProperty("minimum").GetInt32().ShouldBe(1);
        parameters[1].GetProperty("schema").GetProperty("maximum").GetInt32().ShouldBe(100);
        parameters[1].GetProperty("schema").GetProperty("default").GetInt32().ShouldBe(10);
    }

    private static Task<TestService> StartAsync(params string[] args) => TestService.StartAsync(
        services => services.AddQueryFlags(Flags),
        app => app.MapGet("/", Bind).WithQueryFlags(Flags),
        args);

    private static IResult Bind(HttpContext context)
    {
        var binder = new QueryFlagBinder(context, Flags);
        var (sort, limit) = (binder.Get(SortFlag), binder.Get(LimitFlag));
        return binder.IsValid ? TypedResults.Text($"{sort} {limit}") : binder.ToValidationProblem();
    }
}
