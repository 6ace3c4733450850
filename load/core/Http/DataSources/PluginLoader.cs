using System.Reflection;
using System.Runtime.Loader;

namespace TwoTier.Load.Http.DataSources;

/// <summary>
/// Loads a plugin: an assembly with one public class that has
/// <c>IDictionary&lt;string, object&gt; GetValues(int index)</c>.
/// </summary>
internal static class PluginLoader
{
    private const string ExpectedSignature = "public class with the method IDictionary<string, object> GetValues(int index)";

    /// <summary>Loads a plugin and creates an instance of the plugin's class.</summary>
    public static PluginDataSource Load(string path)
    {
        if (!File.Exists(path))
            throw ParseException.Create($"file not found: {path}");
        try
        {
            var full = Path.GetFullPath(path);
            return Load(path, new PluginLoadContext(full).LoadFromAssemblyPath(full));
        }
        catch (BadImageFormatException)
        {
            throw ParseException.Create($"{path} is not a .NET assembly", "the .dll that dotnet build creates");
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException or TypeLoadException)
        {
            throw ParseException.Create($"cannot load {path}: {e.Message}", "the file that dotnet publish creates");
        }
    }

    private static PluginDataSource Load(string path, Assembly assembly)
    {
        var methods = assembly.GetExportedTypes().Select(FindMethod).OfType<MethodInfo>().ToArray();
        if (methods is not [var method])
        {
            var names = string.Join(", ", methods.Select(m => m.DeclaringType!.FullName));
            var found = methods.Length == 0 ? "contains none" : $"contains {methods.Length} ({names})";
            throw ParseException.Create($"expected one {ExpectedSignature}, but {path} {found}");
        }

        var type = method.DeclaringType!;
        if (type.GetConstructor(Type.EmptyTypes) is not { } constructor)
            throw ParseException.Create($"{type.FullName} in {path} has no public constructor without parameters");
        try
        {
            var plugin = constructor.Invoke([]);
            return new PluginDataSource(path, method.CreateDelegate<Func<int, IDictionary<string, object>>>(plugin));
        }
        catch (TargetInvocationException e)
        {
            var inner = e.InnerException!;
            throw ParseException.Create($"{type.FullName} in {path} threw {inner.GetType().Name}: {inner.Message}");
        }
        catch (UserErrorException e)
        {
            throw ParseException.Create(e.Message);
        }
    }

    private static MethodInfo? FindMethod(Type type) =>
        type is { IsClass: true, IsAbstract: false, ContainsGenericParameters: false }
        && type.GetMethod("GetValues", BindingFlags.Public | BindingFlags.Instance, [typeof(int)]) is { } method
        && method.ReturnType.IsAssignableTo(typeof(IDictionary<string, object>))
            ? method
            : null;

    // Each plugin has a separate load context, so that it can bring its own versions of its dependencies.
    private sealed class PluginLoadContext(string path) : AssemblyLoadContext(path)
    {
        private readonly AssemblyDependencyResolver _resolver = new(path);

        protected override Assembly? Load(AssemblyName name) =>
            _resolver.ResolveAssemblyToPath(name) is { } found ? LoadFromAssemblyPath(found) : null;
    }
}
