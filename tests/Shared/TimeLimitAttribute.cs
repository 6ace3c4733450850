using System.Reflection;

namespace Testing;

/// <summary>Sets the time limit of a test, or of each test of a class, in place of the default limit of 45 s.</summary>
/// <param name="seconds">The limit in seconds, with room for a slow machine that runs other tests too.</param>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
internal sealed class TimeLimitAttribute(int seconds) : Attribute
{
    private static readonly TimeSpan Default = TimeSpan.FromSeconds(45);

    public int Seconds => seconds;

    /// <summary>Gets the time limit of a test method: its own, its class's or the default.</summary>
    public static TimeSpan GetLimit(MethodInfo method)
    {
        var attribute = method.GetCustomAttribute<TimeLimitAttribute>()
            ?? method.ReflectedType!.GetCustomAttribute<TimeLimitAttribute>();
        return attribute is null ? Default : TimeSpan.FromSeconds(attribute.Seconds);
    }
}
