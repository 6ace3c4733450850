using System.Collections.Concurrent;
using System.Reflection;

namespace TwoTier.Load.Cli.Config;

/// <summary>A property of a <see cref="Settings"/> record that has an <see cref="OptionAttribute"/>.</summary>
internal sealed partial class OptionKey
{
    private const BindingFlags Methods = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly ConcurrentDictionary<Type, IReadOnlyList<OptionKey>> KeysByType = [];
    private readonly Lazy<Func<SourceSpan, object?>> _parser;

    private OptionKey(PropertyInfo property, OptionAttribute info)
    {
        (Property, Info, Name) = (property, info, GetName(property.Name));
        IsRepeatable = property.PropertyType is { IsGenericType: true } type
            && type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>);
        ValueType = IsRepeatable ? property.PropertyType.GetGenericArguments()[0] : property.PropertyType;
        _parser = new(CreateParser);
    }

    public PropertyInfo Property { get; }
    public OptionAttribute Info { get; }
    public string Name { get; }

    public string Option => $"--{Name}";

    /// <summary>The environment variable with the value of the option if it is not typed: LOAD_OUT of --out.</summary>
    public string Variable => $"LOAD_{Name.Replace('-', '_').ToUpperInvariant()}";

    public string ValueName => Info.ValueName ?? Name;

    public Type ValueType { get; }
    public bool IsRepeatable { get; }

    public bool IsSwitch => ValueType == typeof(bool);

    public bool IsListOfItems => ValueType.IsSubclassOf(typeof(Settings));

    public IReadOnlyList<OptionKey> ItemKeys => GetAll(ValueType);

    /// <summary>Gets the keys of a record. Lists come last, because their items have values of other keys.</summary>
    public static IReadOnlyList<OptionKey> GetAll(Type settings) => KeysByType.GetOrAdd(settings, type =>
    [
        .. type.GetProperties().Where(property => property.IsDefined(typeof(OptionAttribute)))
            .Select(property => new OptionKey(property, property.GetCustomAttribute<OptionAttribute>()!))
            .OrderBy(key => key.IsListOfItems),
    ]);

    public static string GetName(string property) => WordStart().Replace(property, "-$1").ToLowerInvariant();

    public object? Parse(SourceSpan text) => _parser.Value(text);

    private Func<SourceSpan, object?> CreateParser()
    {
        var type = Nullable.GetUnderlyingType(ValueType) ?? ValueType;
        if (Info.Parser is null)
        {
            if (type == typeof(SourceSpan))
                return span => span;
            if (type == typeof(string))
                return span => span.Text;
            if (type == typeof(bool))
                return span => ParseBoolean(span.Text);
            if (type == typeof(int))
                return span => ParseInteger(span.Text);
            if (type == typeof(TimeSpan))
                return span => Duration.Parse(span.Text, TimeSpan.FromMilliseconds(Info.Min)).Value;
        }

        var owner = Info.Parser is null ? type : Property.DeclaringType!;
        var name = Info.Parser ?? "Parse";
        if (owner.GetMethod(name, Methods, [typeof(SourceSpan)]) is { } ofSpan)
            return span => Invoke(ofSpan, span);
        var ofText = owner.GetMethod(name, Methods, [typeof(string)])
            ?? throw new InvalidOperationException($"{owner.Name} has no method {name} for {Option}.");
        return span => Invoke(ofText, span.Text);
    }

    private static object? Invoke(MethodInfo method, object text) =>
        method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [text], CultureInfo.InvariantCulture);

    private static bool ParseBoolean(string text) => bool.TryParse(text, out var value)
        ? value
        : throw ParseException.CreateForUnexpectedText(text, "true or false");

    private int ParseInteger(string text) =>
        int.TryParse(text, CultureInfo.InvariantCulture, out var number) && number >= Info.Min && number <= Info.Max
            ? number
            : throw ParseException.CreateForUnexpectedText(text, $"a number from {Info.Min} to {Info.Max}");

    [GeneratedRegex("(?<!^)([A-Z])")]
    private static partial Regex WordStart();
}
