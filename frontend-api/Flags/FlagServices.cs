namespace FrontendApi.Flags;

internal static class FlagServices
{
    public static void AddFlags(this IServiceCollection services)
    {
        var defaults = services.AddOptions<FlagDefaults>().BindConfiguration(FlagDefaults.Section).ValidateOnStart();
        foreach (var flag in Flag.All)
        {
            defaults.Validate(options => flag.Mistake(flag.Default(options)) is null,
                $"Set {flag.Key} to one of: {string.Join(", ", flag.Values)}.");
        }
    }
}
