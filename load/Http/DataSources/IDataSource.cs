namespace Load.Http.DataSources;

/// <summary>A source of parameter values: a file or a plugin.</summary>
internal interface IDataSource
{
    /// <summary>The path of the file or the plugin, for messages.</summary>
    string Source { get; }

    /// <summary>The names of the parameters that it gives values for.</summary>
    IList<string> Names { get; }

    /// <summary>Gets the values for a request, in the order of <see cref="Names"/>. It must be thread-safe.</summary>
    /// <param name="index">The index of the request.</param>
    string[] GetRow(long index);
}
