using System.Diagnostics;
using OpenTelemetry;

namespace ServiceDefaults.Otlp;

/// <summary>Routes that leave no traces.</summary>
internal static class UntracedRoutes
{
    /// <summary>
    /// Exports no span of a request to these routes, nor of the calls and connections that it makes, whatever the
    /// sampler: on an idle service, probes would be all that one sees.
    /// </summary>
    public static TBuilder DisableTracing<TBuilder>(this TBuilder routes)
        where TBuilder : IEndpointConventionBuilder
    {
        routes.Add(route =>
        {
            var respond = route.RequestDelegate!;
            route.RequestDelegate = async context =>
            {
                if (Activity.Current is { } span)
                    span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
                using (SuppressInstrumentationScope.Begin())
                    await respond(context);
            };
        });
        return routes;
    }
}
