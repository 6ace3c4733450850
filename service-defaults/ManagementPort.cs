using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace ServiceDefaults;

/// <summary>
/// A port of its own for probes, metrics and faults, so that callers of the public port cannot keep them from being
/// served. Without one, they are served at the public port. Configuration section <c>Management</c>.
/// </summary>
public static class ManagementPort
{
    /// <summary>Exempts routes from the limits of requests, and from the public port if there is another.</summary>
    public static TBuilder ServeAtManagementPort<TBuilder>(this TBuilder routes)
        where TBuilder : IEndpointConventionBuilder => routes.DisableRateLimiting().WithMetadata(new Route());

    /// <summary>Returns the port, or null if there is none of its own.</summary>
    internal static int? GetPort(IConfiguration configuration) => configuration.GetValue<int?>("Management:Port");

    internal static void AddManagementPort(this WebApplicationBuilder builder)
    {
        builder.Services.AddSettings<ManagementOptions>("Management");
        if (GetPort(builder.Configuration) is { } port)
            builder.AddListener("Management:Port", port, HttpProtocols.Http1);
    }

    internal static void UseManagementPort(this WebApplication app)
    {
        if (GetPort(app.Configuration) is not { } port)
            return;
        app.Use(next => context =>
        {
            var isHere = context.GetEndpoint()?.Metadata.GetMetadata<Route>() is not null;
            if (isHere != (context.Connection.LocalPort == port))
                context.SetEndpoint(null);
            return next(context);
        });
    }

    private sealed class Route;
}

internal sealed class ManagementOptions
{
    /// <summary>The port of probes, metrics and faults; by default, it is the public one.</summary>
    [Range(1, 65_535, ErrorMessage = "Set Management:Port to a port from {1} to {2}, or leave it out.")]
    public int? Port { get; init; }
}
