using System.Reflection;

namespace Testing;

/// <summary>
/// Sets the time limit of a test, or of each test of a class, which replaces the default limit of 45 s.
/// </summary>
/// <param name="seconds">
/// The time limit in seconds. It should be long enough for a slow machine that runs other tests at the same time.
/// </param>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
internal sealed class TimeLimitAttribute(int seconds) : Attribute
{
    private static readonly TimeSpan Default = TimeSpan.FromSeconds(45);

    public int Seconds => seconds;

    /// <summary>
    /// Returns the time limit of a test method: the limit set on the method, or else on its class, or else the default.
    /// </summary>
    public static TimeSpan GetLimit(MethodInfo method)
    {
        var attribute = method.GetCustomAttribute<TimeLimitAttribute>()
            ?? method.ReflectedType!.GetCustomAttribute<TimeLimitAttribute>();
        return attribute is null ? Default : TimeSpan.FromSeconds(attribute.Seconds);
    }
}
