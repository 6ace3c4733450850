using FrontendApi.Customers;
using FrontendApi.QueryFlags;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Configuration;

namespace FrontendApi.Tests.Customers;

public sealed class QueryFlagTests
{
    [Theory]
    [InlineData("", "get-from-json factory sequential none 1.1")]
    [InlineData("?STRATEGY=Flurl&Client=SHARED", "flurl shared sequential none 1.1")]
    public void ValidFlags_Get_AreValuesAsDeclaredOrDefaults(string query, string expected)
    {
        var (flags, problem) = Get(NewRoute(), query);

        problem.ShouldBeNull();
        string.Join(' ', flags!.Values.Select(flag => flag.Value)).ShouldBe(expected);
        flags.Labels.ShouldBe(flags.Values.Select(flag => new KeyValuePair<string, object?>(flag.Flag, flag.Value)));
    }

    [Theory]
    [InlineData("?client=none", "client", "Invalid value 'none'. Valid values: factory, shared, per-request.")]
    [InlineData("?client=shared&Client=factory", "client",
        "Invalid value 'shared,factory'. Valid values: factory, shared, per-request.")]
    [InlineData("?order=date&client=none", "order",
        "Unknown flag 'order'. Valid flags: strategy, client, fanout, resilience, http.")]
    public void InvalidFlag_Get_IsAProblem(string query, string flag, string error)
    {
        var (flags, problem) = Get(NewRoute(), query);

        flags.ShouldBeNull();
        problem!.ProblemDetails.Errors[flag].ShouldBe([error]);
        problem.ProblemDetails.Detail.ShouldBe("See GET /api/strategies for the strategies and flags.");
    }

    [Fact]
    public void ManyUnknownFlags_Get_ProblemNamesFive()
    {
        var query = string.Join('&', Enumerable.Range(1, 900).Select(i => $"f{i}=1"));

        Get(NewRoute(), $"?{query}").Problem!.ProblemDetails.Errors.Count.ShouldBe(5);
    }

    /// <summary>A caller can make up any number of query strings, and all would stay in memory.</summary>
    [Fact]
    public void ManyOrLongQueryStrings_Get_AreNotKept()
    {
        var route = NewRoute();
        var longQuery = $"?client=shared{new string('&', 300)}";

        Get(route, longQuery).Flags.ShouldNotBeSameAs(Get(route, longQuery).Flags);
        for (var count = 1; count <= 1_024; count++)
            Get(route, $"?client=shared{new string('&', count % 200)}&http=1.1{new string('&', count / 200)}");

        Get(route, "?http=1.1").Flags.ShouldNotBeSameAs(Get(route, "?http=1.1").Flags);
    }

    [Fact]
    public async Task DefaultConfigured_OpenApiDocument_ShowsItAndTheValues()
    {
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, ("Client:Lifetime", "SHARED"));

        var parameters = JsonElement.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).GetProperty("paths")
            .GetProperty("/api/customer/{id}").GetProperty("get").GetProperty("parameters").EnumerateArray().ToArray();

        var client = parameters.Single(parameter => parameter.GetProperty("name").GetString() is "client");
        client.GetProperty("description").GetString().ShouldBe(Flags.Client.Summary);
        client.GetProperty("schema").GetProperty("default").GetString().ShouldBe("shared");
        client.GetProperty("schema").GetProperty("enum").EnumerateArray().Select(value => value.GetString())
            .ShouldBe(Flags.Client.Values);
    }

    private static RouteFlags<CustomerFlags> NewRoute()
    {
        var services = new ServiceCollection().AddMetrics().AddBackend().AddCustomers()
            .AddSingleton<IConfiguration>(new ConfigurationBuilder().Build());
        return services.BuildServiceProvider().GetRequiredService<RouteFlags<CustomerFlags>>();
    }

    private static (CustomerFlags? Flags, ValidationProblem? Problem) Get(
        RouteFlags<CustomerFlags> route, string query)
    {
        var context = new DefaultHttpContext { Request = { QueryString = new(query) } };
        return route.TryGet(context, out var flags, out var problem) ? (flags, null) : (null, problem);
    }
}
