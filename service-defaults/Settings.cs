using Microsoft.Extensions.Configuration.CommandLine;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>Adds settings, which are the properties of options, and refuses all others.</summary>
public static class Settings
{
    /// <summary>Binds a section of the configuration to options, and validates them when the service starts.</summary>
    public static OptionsBuilder<T> AddSettings<T>(this IServiceCollection services, string section)
        where T : class
    {
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<KnownSettings>, UnknownSettings>());
        services.AddOptions<KnownSettings>()
            .Configure(known => known.Names.UnionWith(GetNames(typeof(T), section))).ValidateOnStart();
        return services.AddOptions<T>().BindConfiguration(section).ValidateDataAnnotations().ValidateOnStart();
    }

    /// <summary>
    /// Makes invalid settings end the process with a sentence for each and exit code 64, instead of a stack trace.
    /// </summary>
    public static void ExitIfInvalid() => AppDomain.CurrentDomain.UnhandledException += (_, unhandled) =>
    {
        var exception = (Exception)unhandled.ExceptionObject;
        var failures = ((exception as AggregateException)?.InnerExceptions ?? [exception])
            .OfType<OptionsValidationException>().SelectMany(invalid => invalid.Failures).ToArray();
        if (failures is [])
            return;
        Console.Error.WriteLine(string.Join('\n', failures));
        Environment.Exit(64);
    };

    // An options class may have a property with options of this repository, such as Faults:Active.
    private static IEnumerable<string> GetNames(Type options, string section) =>
        from property in options.GetProperties()
        where property.CanWrite
        from name in property.PropertyType.Assembly == options.Assembly
            ? GetNames(property.PropertyType, $"{section}:{property.Name}")
            : [$"{section}:{property.Name}"]
        select name;
}

/// <summary>The names of all settings of a service, without those of the platform.</summary>
internal sealed class KnownSettings
{
    public HashSet<string> Names { get; } = new(StringComparer.OrdinalIgnoreCase);
}

/// <summary>Ends the start at a misspelt setting, with which a service would silently measure the default.</summary>
internal sealed class UnknownSettings(IConfiguration configuration) : IValidateOptions<KnownSettings>
{
    private static readonly string[] OfPlatform =
        ["urls", "http_ports", "https_ports", "environment", "contentRoot", "webRoot", "applicationName"];

    private static readonly string[] SectionsOfPlatform = ["Logging", "Kestrel", "AllowedHosts", "HostBuilder"];

    public ValidateOptionsResult Validate(string? name, KnownSettings known)
    {
        var unknown = (
            from provider in ((IConfigurationRoot)configuration).Providers
            from setting in GetNames(provider)
            where !known.Names.Contains(setting)
            let nearest = known.Names.Concat(OfPlatform).MinBy(other => GetDistance(setting, other))!
            let distance = GetDistance(setting, nearest)
            where distance > 0 && IsMeantForUs(setting, distance, provider, known)
            let advice = 2 * distance < setting.Length ? $"did you mean {nearest}?" : "docs/reference.md lists them."
            select $"{setting} is no setting of this service: {advice}").Distinct().ToArray();
        return unknown is [] ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(unknown);
    }

    // The environment and the files of a folder have more than settings of this service.
    private static bool IsMeantForUs(
        string setting, int distance, IConfigurationProvider provider, KnownSettings known) =>
        provider is CommandLineConfigurationProvider
            ? !SectionsOfPlatform.Contains(setting.Split(':')[0], StringComparer.OrdinalIgnoreCase)
                && !setting.StartsWith("OTEL_", StringComparison.OrdinalIgnoreCase)
            : setting.IndexOf(':', StringComparison.Ordinal) is > 0 and var end
                && (distance <= 2 || known.Names.Any(other =>
                    other.StartsWith(setting[..(end + 1)], StringComparison.OrdinalIgnoreCase)));

    private static IEnumerable<string> GetNames(IConfigurationProvider provider, string? parent = null) =>
        from child in provider.GetChildKeys([], parent).Distinct(StringComparer.OrdinalIgnoreCase)
        let name = parent is null ? child : $"{parent}:{child}"
        from setting in GetNames(provider, name)
            .Concat(provider.TryGet(name, out var value) && !string.IsNullOrEmpty(value) ? [name] : [])
        select setting;

    /// <summary>Counts the letters to insert, to remove and to replace (Levenshtein), in any case.</summary>
    private static int GetDistance(string from, string to)
    {
        var distances = Enumerable.Range(0, to.Length + 1).ToArray();
        for (var i = 1; i <= from.Length; i++)
        {
            (var diagonal, distances[0]) = (i - 1, i);
            for (var j = 1; j <= to.Length; j++)
            {
                var replaced = char.ToLowerInvariant(from[i - 1]) == char.ToLowerInvariant(to[j - 1]) ? 0 : 1;
                (diagonal, distances[j]) = (distances[j],
                    Math.Min(Math.Min(distances[j], distances[j - 1]) + 1, diagonal + replaced));
            }
        }

        return distances[^1];
    }
}
