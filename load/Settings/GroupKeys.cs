namespace Load.Settings;

/// <summary>What is said of a group of variants.</summary>
internal static class GroupKeys
{
    public static readonly Key<string> Name = new("name", "Of the group.", Texts.Any);

    public static readonly Key<string> Words = new("words", "What its variants have in common.", Texts.Any);

    public static readonly Key<string> Variants = new("variants", "Their names.", Texts.Any) { IsMany = true };

    public static readonly IReadOnlyList<Key> All = [Name, Words, Variants];
}
