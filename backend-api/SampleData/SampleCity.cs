namespace BackendApi.SampleData;

/// <summary>A city with a postcode, phone number, time zone and currency that match it.</summary>
/// <param name="City">The name of the city.</param>
/// <param name="Country">The name of the country.</param>
/// <param name="Currency">The ISO 4217 code of the currency.</param>
/// <param name="UtcOffset">The UTC offset of the city's standard time.</param>
/// <param name="PostcodeFormat">The pattern of a postcode, where # is a digit and ? a capital letter.</param>
/// <param name="PhoneFormat">
/// The pattern of a phone number, where # is a digit. If the country reserves phone numbers for fiction, the pattern
/// matches only such numbers.
/// </param>
internal sealed record SampleCity(
    string City, string Country, string Currency, TimeSpan UtcOffset, string PostcodeFormat, string PhoneFormat)
{
    public static readonly SampleCity[] All =
    [
        UnitedKingdom("London", "SE# #??", "020 7946 0###"),
        UnitedKingdom("Manchester", "M# #??", "0161 496 0###"),
        UnitedKingdom("Edinburgh", "EH# #??", "0131 496 0###"),
        Ireland("Dublin", "D0# ?##?", "020 91# ####"),
        Ireland("Cork", "T12 ?##?", "020 91# ####"),
        UnitedStates("Boston", -5, "021##", "(617) 555-01##"),
        UnitedStates("Chicago", -6, "606##", "(312) 555-01##"),
        UnitedStates("Seattle", -8, "981##", "(206) 555-01##"),
        Canada("Toronto", -5, "M#? #?#", "(416) 555-01##"),
        Canada("Vancouver", -8, "V#? #?#", "(604) 555-01##"),
        Australia("Sydney", "20##", "02 5550 ####"),
        Australia("Melbourne", "30##", "03 5550 ####"),
    ];

    public static string GetCurrency(string country) =>
        Array.Find(All, place => place.Country == country)!.Currency;

    private static SampleCity UnitedKingdom(string city, string postcode, string phone) =>
        new(city, "United Kingdom", "GBP", TimeSpan.Zero, postcode, phone);

    private static SampleCity Ireland(string city, string postcode, string phone) =>
        new(city, "Ireland", "EUR", TimeSpan.Zero, postcode, phone);

    private static SampleCity UnitedStates(string city, int offset, string postcode, string phone) =>
        new(city, "United States", "USD", TimeSpan.FromHours(offset), postcode, phone);

    private static SampleCity Canada(string city, int offset, string postcode, string phone) =>
        new(city, "Canada", "CAD", TimeSpan.FromHours(offset), postcode, phone);

    private static SampleCity Australia(string city, string postcode, string phone) =>
        new(city, "Australia", "AUD", TimeSpan.FromHours(10), postcode, phone);
}
