namespace TwoTier.Load.Results.Building;

internal static class LoadModelBuilder
{
    public static LoadModel Create(LoadProfile profile)
    {
        var streams = profile.Streams > 1 ? profile.Streams : (int?)null;
        return profile switch
        {
            OpenLoopProfile open => new LoadModel(
                open.Model, open.Connections, RoundToFiveDigits(open.Schedule.MeanRate), open.QueueLimit, streams),
            // All requests of a burst are sent at once: one on each stream of each connection.
            BurstProfile => new LoadModel(
                profile.Model, (profile.Connections + profile.Streams - 1) / profile.Streams, Streams: streams),
            _ => new LoadModel(profile.Model, profile.Connections, Streams: streams),
        };
    }
}
