namespace Load.Http.DataSources;

/// <summary>Values by name for each request index, from a file or a plugin.</summary>
internal interface IDataSource
{
    /// <summary>Where they come from, for messages.</summary>
    string Source { get; }

    IList<string> Names { get; }

    /// <summary>In the order of the names. Any number of workers may ask.</summary>
    string[] GetRow(long index);
}
