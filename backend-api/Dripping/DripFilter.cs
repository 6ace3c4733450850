using Microsoft.Extensions.Options;

namespace BackendApi.Dripping;

internal static class DripFilter
{
    public static void AddDripping(this IServiceCollection services) =>
        services.AddOptions<DripOptions>().BindConfiguration(DripOptions.Section)
            .ValidateDataAnnotations()
            .ValidateOnStart();

    /// <summary>Nothing is between the route and its answer where it is off: it would be part of every measurement.</summary>
    public static RouteGroupBuilder DripWhereToldTo(this RouteGroupBuilder routes)
    {
        var answers = 0L;
        return routes.AddEndpointFilterFactory((route, next) =>
        {
            var drip = route.ApplicationServices.GetRequiredService<IOptions<DripOptions>>().Value;
            var time = route.ApplicationServices.GetRequiredService<TimeProvider>();
            return !drip.IsOn ? next : async call =>
            {
                var answer = await next(call);
                return answer is IResult whole && IsOfTheShare(drip.Share) ? new DrippedAnswer(whole, drip, time) : answer;
            };
        });

        bool IsOfTheShare(double share)
        {
            var number = Interlocked.Increment(ref answers);
            return Math.Floor(number * share) > Math.Floor((number - 1) * share);
        }
    }
}
