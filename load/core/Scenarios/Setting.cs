namespace TwoTier.Load.Scenarios;

/// <summary>A key, and what it sets.</summary>
internal sealed record Setting<T> : Key
{
    private readonly Action<T, SourceSpan>? _setText;
    private readonly Action<T, YamlReader>? _addItem;

    /// <param name="name">The name of the option and of the key.</param>
    /// <param name="commands">The commands that have the option.</param>
    /// <param name="help">Whole sentences; the first of them must do alone.</param>
    /// <param name="setText">Parses a text, and sets or adds the value. Null if the value is YAML.</param>
    /// <param name="addItem">Reads an item of a list in YAML, and adds it. Null if there are no items.</param>
    public Setting(
        string name,
        CommandSet commands,
        string help,
        Action<T, SourceSpan>? setText,
        Action<T, YamlReader>? addItem = null)
        : base(name, commands, help) => (_setText, _addItem) = (setText, addItem);

    private Setting(Key key, Action<T, SourceSpan> setText)
        : base(key) => _setText = setText;

    public override bool IsText => _setText is not null;

    /// <summary>Sets the value that an option or a variable of the environment has.</summary>
    public void Set(T target, SourceSpan text)
    {
        if (_addItem is not null && (!IsText || text.Text.StartsWith('[')))
            YamlReader.Read(text, yaml => Set(target, yaml));
        else
            SetAll(target, [text]);
    }

    /// <summary>Sets the value that a scenario file has.</summary>
    public void Set(T target, YamlReader yaml) =>
        SetAll(target, yaml.ReadValue(this, _addItem is null ? null : () => _addItem(target, yaml)));

    /// <summary>Gets the setting of an object that contains the target.</summary>
    public Setting<TOuter> Of<TOuter>(Func<TOuter, T> getTarget) =>
        new(this, (outer, text) => _setText!(getTarget(outer), text));

    private void SetAll(T target, IReadOnlyList<SourceSpan> texts)
    {
        foreach (var text in IsRepeatable && IsCommaSeparated ? texts.SelectMany(one => one.Split(',')) : texts)
        {
            try
            {
                _setText!(target, text);
            }
            catch (ParseException e)
            {
                throw e.At(text, Name);
            }
        }
    }
}

/// <summary>The settings of an object, of which a scenario file has a mapping.</summary>
internal sealed class SettingTable<T>(IReadOnlyList<Setting<T>> all)
{
    public IReadOnlyList<Key> Keys => all;

    /// <param name="yaml">The mapping.</param>
    /// <param name="target">The object that gets the values.</param>
    /// <param name="canSet">Whether a key counts; it gets the place of the value. Null if all do.</param>
    /// <returns>The object.</returns>
    public T Read(YamlReader yaml, T target, Func<string, SourceSpan, bool>? canSet = null)
    {
        yaml.ReadMapping($"{all[0].Name}: …", name =>
        {
            var setting = all.FirstOrDefault(one => one.Name == name.Text) ?? throw CreateError(name);
            if (canSet?.Invoke(name.Text, yaml.Place) is false)
                yaml.Skip();
            else
                setting.Set(target, yaml);
        });
        return target;
    }

    private ParseException CreateError(SourceSpan name)
    {
        var nearest = NearestName.Find(name.Text, Keys);
        return ParseException.Create(
            $"unknown key \"{name.Text}\"",
            name.Text,
            $"one of {string.Join(", ", Keys.Select(key => key.Name))}",
            nearest is null ? null : $"{nearest.Name}:").At(name);
    }
}
