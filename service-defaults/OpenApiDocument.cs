using Microsoft.Extensions.DependencyInjection;
using Microsoft.OpenApi;

namespace ServiceDefaults;

/// <summary>Completes the OpenAPI document with what ASP.NET Core does not know.</summary>
internal static class OpenApiDocumentExtensions
{
    public static void AddOpenApiDocument(this IServiceCollection services) => services.AddOpenApi(options =>
        options.AddDocumentTransformer((document, _, _) =>
        {
            document.Info.License = new OpenApiLicense { Name = "MIT", Identifier = "MIT" };
            foreach (var server in document.Servers ?? [])
                server.Url = server.Url?.TrimEnd('/');
            return Task.CompletedTask;
        }));
}
