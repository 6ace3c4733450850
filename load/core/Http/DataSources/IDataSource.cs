namespace TwoTier.Load.Http.DataSources;

/// <summary>A source of parameter values: a file or a plugin.</summary>
internal interface IDataSource
{
    /// <summary>The path of the data file or of the plugin, for error messages.</summary>
    string Description { get; }

    /// <summary>The names of the parameters for which the source has values.</summary>
    IList<string> Names { get; }

    /// <summary>
    /// Gets the parameter values of a request, in the order of <see cref="Names"/>. Implementations must be
    /// thread-safe.
    /// </summary>
    string[] GetRow(long index);
}
