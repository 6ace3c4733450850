using Load.Config.Options;

namespace Load.Config.Keys;

/// <summary>What is said of a group of variants.</summary>
internal static class GroupKeys
{
    public static readonly OptionKey<string> Name = new("name", "Of the group.", Parsers.ParseText);

    public static readonly OptionKey<string> Words = new("words", "What its variants have in common.", Parsers.ParseText);

    public static readonly OptionKey<string> Variants = new("variants", "Their names.", Parsers.ParseText) { IsRepeatable = true };

    public static readonly IReadOnlyList<OptionKey> All = [Name, Words, Variants];
}
