namespace Load.Reporting;

/// <summary>What was planned, as it was asked for.</summary>
/// <param name="Name">Of the run and its files.</param>
/// <param name="Text">Verb and URL with its parameters.</param>
/// <param name="Command">The command line.</param>
/// <param name="Repeat">What to type to see it again.</param>
/// <param name="Connections">Of each variant.</param>
/// <param name="Cores">Of this machine.</param>
internal sealed record Request(string Name, string Text, string Command, string Repeat, int Connections, int Cores);
