using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;
using ServiceDefaults.QueryFlags;

namespace ServiceDefaults.Tests;

public sealed class QueryFlagTests
{
    private static readonly ChoiceFlag Colour =
        new("colour", "The colour of the result.", ["red", "green"], "red") { ConfigurationKey = "Paint:Colour" };

    private static readonly IntegerFlag Size = new("size", "The size of the result, in pixels.", 1, 100, fallback: 10);

    private static readonly QueryFlag[] Flags = [Colour, Size];

    [Theory]
    [InlineData("", "red 10")]
    [InlineData("?colour=green&size=100", "green 100")]
    [InlineData("?COLOUR=green&Size=1", "green 1")]
    public async Task ValidFlags_Bind_ReturnsValuesOrDefaults(string query, string expected)
    {
        await using var service = await StartAsync();

        (await service.GetAsync($"/{query}")).ShouldBe((200, expected));
    }

    [Fact]
    public async Task DefaultConfigured_Bind_ReturnsTheConfiguredDefault()
    {
        await using var service = await StartAsync("--Paint:Colour=green");

        (await service.GetAsync("/")).ShouldBe((200, "green 10"));
    }

    [Theory]
    [InlineData("?colour=GREEN", "colour", "Invalid value 'GREEN'. Valid values: red, green.")]
    [InlineData("?colour=", "colour", "Invalid value ''. Valid values: red, green.")]
    [InlineData("?colour=red&Colour=green", "colour", "Invalid value 'red,green'. Valid values: red, green.")]
    [InlineData("?size=0", "size", "Invalid value '0'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?size=101", "size", "Invalid value '101'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?size=big", "size", "Invalid value 'big'. Valid values: whole numbers from 1 to 100.")]
    [InlineData("?color=red", "color", "Unknown flag 'color'. Valid flags: colour, size.")]
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

        var (_, body) = await service.GetAsync("/?colour=blue&size=-1&shape=round");

        JsonElement.Parse(body).GetProperty("errors").EnumerateObject().Select(error => error.Name)
            .ShouldBe(["shape", "colour", "size"], ignoreOrder: true);
    }

    [Fact]
    public async Task InvalidDefaultConfigured_Start_FailsAndSaysTheFix()
    {
        var failure = await Should.ThrowAsync<OptionsValidationException>(() => StartAsync("--Paint:Colour=blue"));

        failure.Message.ShouldContain("Set Paint:Colour to one of: red, green.");
    }

    [Fact]
    public async Task RouteWithFlags_OpenApiDocument_ShowsFlagsWithDefaults()
    {
        await using var service = await StartAsync("--Paint:Colour=green");

        var document = JsonElement.Parse((await service.GetAsync("/openapi/v1.json")).Body);

        var parameters = document.GetProperty("paths").GetProperty("/").GetProperty("get").GetProperty("parameters");
        parameters.EnumerateArray().Select(parameter => parameter.GetProperty("description").GetString())
            .ShouldBe(Flags.Select(flag => flag.Summary));
        parameters[0].GetProperty("schema").GetProperty("enum").GetRawText()
            .ShouldMatch("""\[\s*"red",\s*"green"\s*\]""");
        parameters[0].GetProperty("schema").GetProperty("default").GetString().ShouldBe("green");
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
        var (colour, size) = (binder.Get(Colour), binder.Get(Size));
        return binder.IsValid ? TypedResults.Text($"{colour} {size}") : binder.ToValidationProblem();
    }
}
