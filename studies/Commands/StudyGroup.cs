namespace Studies.Commands;

/// <summary>The groups in which the list of commands shows them.</summary>
internal enum StudyGroup
{
    /// <summary>Runs the services, to look at them or to compare them.</summary>
    Run,

    /// <summary>Measures something and reports it.</summary>
    Study,

    /// <summary>Measures what publications claimed.</summary>
    Claims,

    /// <summary>Proves that dashboards and alerts work.</summary>
    Check,
}
