namespace Load.Engine.ArrivalSchedule;

/// <summary>A request of an open loop. Due is a timestamp: its intended start.</summary>
internal readonly record struct Arrival(long Index, long Due);
