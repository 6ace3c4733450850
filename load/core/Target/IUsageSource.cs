namespace TwoTier.Load.Target;

/// <summary>Tells the CPU time and the memory of a target, if they are on no page of metrics.</summary>
internal interface IUsageSource
{
    /// <summary>The ids of the processes of this machine that listen; none if they are elsewhere.</summary>
    IReadOnlyList<int> Listeners { get; }

    /// <summary>Describes what is measured.</summary>
    string Describe();

    /// <summary>Reads what the target has used; null if it has ended.</summary>
    Task<ProcessMetrics?> ReadAsync();

    /// <summary>Reads the CPU time in seconds in a microsecond; null if that takes longer.</summary>
    double? ReadClock() => null;

    /// <summary>The number of changes of the processes that <see cref="ReadClock"/> reads.</summary>
    int Changes => 0;
}
