using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace ServiceDefaults.Tests;

public sealed class QueryFlagTests
{
    private static readonly QueryFlag Sort = new(
        name: "sort", summary: "The order of the results.", configurationKey: "Search:Sort", fallback: "name",
        values: ["name", "date"]);

    private static readonly QueryFlag Size = new(
        name: "size", summary: "The size of the page.", configurationKey: "Search:Size", fallback: "large",
        values: ["small", "large"]);

    private static readonly QueryFlag[] Flags = [Sort, Size];

    [Theory]
    [InlineData("", "name large")]
    [InlineData("?SORT=Date&Size=SMALL", "date small (set)")]
    [InlineData("", "date small", "--Search:Sort=DATE", "--Search:Size=small")]
    public async Task ValidFlags_Bind_ReturnsValuesOrDefaults(string query, string expected, params string[] args)
    {
        await using var service = await StartAsync(args);

        (await service.GetAsync($"/search{query}")).ShouldBe((200, expected));
    }

    [Fact]
    public async Task InvalidFlag_Bind_Returns400WithTheError()
    {
        await using var service = await StartAsync();
        (string Query, string Flag, string Error)[] expected =
        [
            ("?sort=price", "sort", "Invalid value 'price'. Valid values: name, date."),
            ("?sort=name&Sort=date", "sort", "Invalid value 'name,date'. Valid values: name, date."),
            ("?order=date&size=none", "order", "Unknown flag 'order'. Valid flags: sort, size."),
        ];

        foreach (var (query, flag, error) in expected)
        {
            var (status, body) = await service.GetAsync($"/search{query}");
            status.ShouldBe(400, body);
            var problem = JsonElement.Parse(body);
            problem.GetProperty("errors").GetProperty(flag)[0].GetString().ShouldBe(error);
            problem.GetProperty("detail").GetString().ShouldBe("See the page.");
        }
    }

    [Fact]
    public async Task InvalidDefaultConfigured_StartService_FailsWithAdvice() =>
        (await Should.ThrowAsync<OptionsValidationException>(() => StartAsync("--Search:Sort=price")))
            .Message.ShouldContain("Set Search:Sort to one of: name, date.");

    [Fact]
    public async Task RouteWithFlags_OpenApiDocument_ShowsFlagsWithDefaults()
    {
        await using var service = await StartAsync("--Search:Sort=date");

        var parameters = JsonElement.Parse((await service.GetAsync("/openapi/v1.json")).Body).GetProperty("paths")
            .GetProperty("/search").GetProperty("get").GetProperty("parameters").EnumerateArray().ToArray();

        parameters.Select(parameter => parameter.GetProperty("description").GetString())
            .ShouldBe(Flags.Select(flag => flag.Summary));
        parameters[0].GetProperty("schema").GetProperty("enum").EnumerateArray().Select(value => value.GetString())
            .ShouldBe(Sort.Values);
        parameters.Select(parameter => parameter.GetProperty("schema").GetProperty("default").GetString())
            .ShouldBe(["date", "large"]);
    }

    private static Task<TestService> StartAsync(params string[] args) => TestService.StartAsync(
        services => services.AddQueryFlags(Flags),
        app => app.MapGet("/search", Bind).WithQueryFlags(Flags),
        args);

    private static IResult Bind(HttpContext context, IOptions<QueryFlagDefaults> defaults)
    {
        var binder = new QueryFlagBinder(context.Request, Flags, defaults.Value);
        var (sort, size) = (binder.Get(Sort), binder.Get(Size));
        return binder.IsValid
            ? TypedResults.Text($"{sort} {size}{(binder.IsSet(Size) ? " (set)" : "")}")
            : binder.ToValidationProblem("See the page.");
    }
}
