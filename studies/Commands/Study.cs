namespace Studies.Commands;

/// <summary>Something to measure on running tiers.</summary>
/// <param name="tiers">Starts what the study needs; all of it is stopped after the study.</param>
/// <param name="options">Passed on to the load tool, or to the tiers, after the study's own.</param>
/// <returns>The exit code.</returns>
internal delegate Task<int> Study(Tiers tiers, string[] options);
