using Bogus;

namespace BackendApi.Customers.Making;

/// <summary>Dates that depend on neither clock nor time zone, as those of Bogus' own date methods do.</summary>
internal static class Calendar
{
    private static readonly DateTimeOffset Today = new(2014, 6, 1, 0, 0, 0, TimeSpan.Zero);

    public static DateTimeOffset Registration(Randomizer random) =>
        Today.AddDays(-random.Int(30, 5 * 365)).AddSeconds(random.Int(0, 86_399));

    public static DateTimeOffset After(DateTimeOffset moment, Randomizer random) =>
        moment.AddSeconds(random.Int(1, (int)(Today - moment).TotalSeconds));
}
