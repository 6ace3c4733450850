using System.ComponentModel;

namespace Studies.Talk;

/// <summary>The picture of a machine with callers, threads, connections and back-ends.</summary>
internal sealed record ActBoard
{
    [Description("The number that the board shows as large as it can: the share of requests that failed, or the good "
        + "answers per second.")]
    public required BoardNumber Number { get; init; }

    [Description("The part of the machine that the act breaks. Only it has a colour.")]
    public required BoardPart Broken { get; init; }
}

internal enum BoardNumber
{
    Failed,
    Good,
}

internal enum BoardPart
{
    Waiting,
    Threads,
    Connections,
    BackEnds,
}
