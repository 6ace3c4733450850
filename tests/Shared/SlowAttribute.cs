using Xunit.v3;

namespace Testing;

/// <summary>
/// Leaves a test out of the fast suite: it starts programs, stops them with signals, sends random or hostile input in
/// large amounts, or runs a study in short form. make test-slow runs these tests.
/// </summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
internal sealed class SlowAttribute : Attribute, ITraitAttribute
{
    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("Slow", "true")];
}
