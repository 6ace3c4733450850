using System.Reflection;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// Gets parameter values from a plug-in: an assembly with one public class that has
/// <c>IDictionary&lt;string, object&gt; GetValues(int index)</c>, and needs no reference to this tool. Calls are
/// serialized. The method may be called again for the same index, so its result should depend only on the index.
/// </summary>
internal static class Plugin
{
    public static DataSource Load(string path)
    {
        // The runtime would wait for a pipe.
        TextFile.ReadBytes(path);
        var getValues = Find(path);
        var one = new Lock();
        string[] names = [.. Call(0, values => values.Keys)];
        return new DataSource(path, names, row =>
            Call((int)(row & int.MaxValue), values => names.Select(name => Format(values[name]))));

        // The target is not the cause of an exception.
        string[] Call(int index, Func<IDictionary<string, object>, IEnumerable<string>> read)
        {
            try
            {
                lock (one)
                    return [.. read(getValues(index) ?? throw new InvalidOperationException("It returned null."))];
            }
            catch (Exception e)
            {
                throw new UserErrorException($"{path}: error: GetValues({index}) failed: {e.Message}");
            }
        }
    }

    private static Func<int, IDictionary<string, object>> Find(string path)
    {
        try
        {
            var method = Assembly.LoadFrom(Path.GetFullPath(path)).GetExportedTypes()
                .Select(type => type.GetMethod("GetValues", BindingFlags.Public | BindingFlags.Instance, [typeof(int)]))
                .Single(method => method?.ReturnType.IsAssignableTo(typeof(IDictionary<string, object>)) is true)!;
            return method.CreateDelegate<Func<int, IDictionary<string, object>>>(
                Activator.CreateInstance(method.DeclaringType!));
        }
        catch (Exception e)
        {
            throw ParseException.Create(
                $"cannot use {path}: {e.GetBaseException().Message.TrimEnd('.')}",
                "an assembly with one public class with the method IDictionary<string, object> GetValues(int index)");
        }
    }

    private static string Format(object? value) => value switch
    {
        bool flag => flag ? "true" : "false",
        DateTime or DateTimeOffset or DateOnly or TimeOnly =>
            ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };
}
