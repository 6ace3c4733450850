using System.Reflection;
using System.Runtime.Loader;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// A plugin, which provides parameter values: an assembly with one public class that has
/// <c>IDictionary&lt;string, object&gt; GetValues(int index)</c>, and needs no reference to this tool. Calls are
/// serialized. The method may be called again for the same index, so its result should depend only on the index.
/// </summary>
internal sealed class Plugin
{
    private const string Signature = "public class with the method IDictionary<string, object> GetValues(int index)";

    private readonly Func<int, IDictionary<string, object>> _getValues;
    private readonly Lock _lock = new();
    private readonly string _path;
    private readonly string[] _names;

    private Plugin(string path, Func<int, IDictionary<string, object>> getValues)
    {
        (_path, _getValues) = (path, getValues);
        _names = [.. Call(0).Keys];
    }

    public static DataSource Load(string path)
    {
        if (!File.Exists(path))
            throw ParseException.Create($"file not found: {path}");
        try
        {
            UserFile.Check(path);
            var full = Path.GetFullPath(path);
            var types = new PluginLoadContext(full).LoadFromAssemblyPath(full).GetExportedTypes();
            MethodInfo[] methods = [.. types.Select(FindMethod).OfType<MethodInfo>()];
            if (methods is not [var method])
                throw ParseException.Create($"expected one {Signature}, but {path} has {methods.Length}");

            var instance = Activator.CreateInstance(method.DeclaringType!);
            var plugin = new Plugin(path, method.CreateDelegate<Func<int, IDictionary<string, object>>>(instance));
            return new DataSource(path, plugin._names, plugin.ReadRow);
        }
        catch (UserErrorException e)
        {
            throw ParseException.Create(e.Message);
        }
        catch (Exception e) when (e is not ParseException)
        {
            throw ParseException.Create(
                $"cannot use {path}: {e.GetBaseException().Message.TrimEnd('.')}",
                e is TargetInvocationException or MissingMethodException ? null : "the .dll that dotnet publish creates");
        }
    }

    private static MethodInfo? FindMethod(Type type) =>
        type is { IsClass: true, IsAbstract: false, ContainsGenericParameters: false }
        && type.GetMethod("GetValues", BindingFlags.Public | BindingFlags.Instance, [typeof(int)]) is { } method
        && method.ReturnType.IsAssignableTo(typeof(IDictionary<string, object>))
            ? method
            : null;

    private string[] ReadRow(long row)
    {
        var number = (int)(row & int.MaxValue);
        var values = Call(number);
        return [.. _names.Select(name => values.TryGetValue(name, out var value)
            ? Format(value)
            : throw new UserErrorException(
                $"{_path}: error: GetValues({number}) returned no value for {name}, but GetValues(0) did"))];
    }

    private IDictionary<string, object> Call(int index)
    {
        try
        {
            lock (_lock)
            {
                return _getValues(index) ?? throw new UserErrorException(
                    $"{_path}: error: GetValues({index}) returned null instead of values");
            }
        }
        catch (Exception e) when (e is not UserErrorException)
        {
            // The exception is reported as an error of the plugin, because the target is not its cause.
            throw new UserErrorException($"{_path}: error: GetValues({index}) threw {e.GetType().Name}: {e.Message}");
        }
    }

    private static string Format(object? value) => value switch
    {
        bool flag => flag ? "true" : "false",
        DateTime or DateTimeOffset or DateOnly or TimeOnly =>
            ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };

    // Each plugin has a separate load context, so that it can bring its own versions of its dependencies.
    private sealed class PluginLoadContext(string path) : AssemblyLoadContext(path)
    {
        private readonly AssemblyDependencyResolver _resolver = new(path);

        protected override Assembly? Load(AssemblyName name) =>
            _resolver.ResolveAssemblyToPath(name) is { } found ? LoadFromAssemblyPath(found) : null;
    }
}
