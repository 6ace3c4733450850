namespace Studies.Commands;

/// <summary>The groups of commands under which the command list shows them.</summary>
internal enum StudyGroup
{
    /// <summary>Commands that run the services for manual use, or compare their variants.</summary>
    Run,

    /// <summary>
    /// Commands that measure a property of the services, of a client or of the load tool, and report the results.
    /// </summary>
    Study,

    /// <summary>Commands that measure the claims of publications.</summary>
    Claims,

    /// <summary>Commands that prove that dashboards and alerts work.</summary>
    Check,

    /// <summary>Commands that write files again that follow from other files.</summary>
    Files,
}
