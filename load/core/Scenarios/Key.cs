namespace TwoTier.Load.Scenarios;

/// <summary>The commands that have an option.</summary>
[Flags]
internal enum CommandSet
{
    None = 0,
    Run = 1,
    Compare = 2,
    // load run --steer.
    Steered = 4,
    DryRun = 8,
    Ab = 16,
    Sending = Run | Compare | Steered | DryRun | Ab,
}

/// <summary>
/// A key of scenario files, which is also an option of the command line, a line of its help and an entry of the schema.
/// </summary>
/// <param name="Name">The name of the key and of the option.</param>
/// <param name="Commands">The commands that have the option. Without one, it is a key only.</param>
/// <param name="Help">What it is, with its unit and bounds.</param>
/// <param name="Set">Parses a text, and sets or adds the value. Null if the value is YAML.</param>
internal sealed record Key(string Name, CommandSet Commands, string Help, Action<Scenario, SourceSpan>? Set)
{
    private const int MaxEdits = 2;

    public string[] Aliases { get; init; } = [];

    /// <summary>The default value, as a user would type it. Null if there is none, or if the help says it.</summary>
    public string? Default { get; init; }

    /// <summary>The placeholder that stands for the value in the help. Null for the name of the option.</summary>
    public string? ValueName { get; init; }

    public bool IsSwitch { get; init; }

    public bool IsRepeatable { get; init; }

    /// <summary>True if the value is a comma-separated text, which a scenario file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }

    /// <summary>
    /// The text between the name and the value in an option such as <c>--header 'Name: value'</c>, which a scenario
    /// file may write as a mapping. Null if the values have no names.
    /// </summary>
    public string? NameSeparator { get; init; }

    /// <summary>The keys of the items, if the value is a list of them, in YAML.</summary>
    public IReadOnlyList<Key> ItemKeys { get; init; } = [];

    /// <summary>Adds an item, which the keys of items then set.</summary>
    public Action<Scenario, SourceSpan>? AddItem { get; init; }

    /// <summary>Leaves of a value what may stand in results, because any value may be secret.</summary>
    public Func<string, string> Store { get; init; } = value => value;

    public string Option => $"--{Name}";

    /// <summary>The environment variable with the value of the option if it is not typed: LOAD_OUT of --out.</summary>
    public string Variable => $"LOAD_{Name.Replace('-', '_').ToUpperInvariant()}";

    public bool IsOf(CommandSet commands) => (Commands & commands) != CommandSet.None;

    /// <summary>Finds the name that the user may have meant; null if none is near.</summary>
    public static string? FindNearest(string found, IEnumerable<string> known) => known
        .Select(name => (Name: name, Edits: CountEdits(found, name)))
        .Where(one => one.Edits <= Math.Min(MaxEdits, found.Length - 1))
        .OrderBy(one => one.Edits).FirstOrDefault().Name;

    /// <summary>Reads a mapping. A key counts unless a function that gets the place of its value denies it.</summary>
    public static void ReadMapping(
        IReadOnlyList<Key> keys, Scenario scenario, YamlReader yaml, Func<string, SourceSpan, bool>? canSet = null) =>
        yaml.ReadMapping($"{keys[0].Name}: …", name =>
        {
            var key = keys.FirstOrDefault(one => one.Name == name.Text) ?? throw ParseException.Create(
                $"unknown key \"{name.Text}\"; expected one of {string.Join(", ", keys.Select(one => one.Name))}",
                FindNearest(name.Text, keys.Select(one => one.Name)) is { } nearest ? $"{nearest}:" : null).At(name);
            if (canSet?.Invoke(name.Text, yaml.Place) is false)
                yaml.Skip();
            else
                key.Read(scenario, yaml);
        });

    /// <summary>Sets the value that an option or a variable of the environment has.</summary>
    public void SetText(Scenario scenario, SourceSpan text)
    {
        if (AddItem is not null && (Set is null || text.Text.StartsWith('[')))
            YamlReader.Read(text, yaml => Read(scenario, yaml));
        else
            SetAll(scenario, [text]);
    }

    private void Read(Scenario scenario, YamlReader yaml)
    {
        SetAll(scenario, yaml.ReadValue(this, () =>
        {
            AddItem!(scenario, yaml.Place);
            ReadMapping(ItemKeys, scenario, yaml);
        }));
        if (AddItem is not null)
            scenario.EndItems();
    }

    private void SetAll(Scenario scenario, IReadOnlyList<SourceSpan> texts)
    {
        foreach (var text in IsRepeatable && IsCommaSeparated ? texts.SelectMany(Split) : texts)
        {
            try
            {
                Set!(scenario, text);
            }
            catch (ParseException e)
            {
                throw e.At(text, Name);
            }
        }
    }

    private static IEnumerable<SourceSpan> Split(SourceSpan text) =>
        text.Text.Split(',').Select(part => text with { Text = part.Trim() });

    // Calculates the Levenshtein distance of two names.
    private static int CountEdits(string found, string name)
    {
        int[] row = [.. Enumerable.Range(0, name.Length + 1)];
        foreach (var (i, character) in found.Index())
        {
            int[] next = [i + 1, .. row.Skip(1)];
            for (var j = 0; j < name.Length; j++)
                next[j + 1] = Math.Min(row[j] + (character == name[j] ? 0 : 1), 1 + Math.Min(row[j + 1], next[j]));
            row = next;
        }

        return row[^1];
    }
}
