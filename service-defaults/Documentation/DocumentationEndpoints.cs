using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Swashbuckle.AspNetCore.SwaggerUI;

namespace ServiceDefaults.Documentation;

/// <summary>The OpenAPI document at /openapi/v1.json and its page at /docs.</summary>
internal static class DocumentationEndpoints
{
    public static void AddDocumentation(this IServiceCollection services) => services.AddOpenApi();

    public static void MapDocumentation(this WebApplication app)
    {
        app.MapOpenApi();
        app.UseSwaggerUI(page =>
        {
            page.RoutePrefix = "docs";
            page.DocumentTitle = app.Environment.ApplicationName;
            page.DocExpansion(DocExpansion.Full);
            page.SwaggerEndpoint("/openapi/v1.json", app.Environment.ApplicationName);
        });
    }
}
