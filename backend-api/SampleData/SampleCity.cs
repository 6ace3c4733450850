namespace BackendApi.SampleData;

/// <summary>
/// A city with matching data. UtcOffset is in hours. In the patterns of a postcode and a phone number, # is a digit and
/// ? a capital letter. If the country reserves phone numbers for fiction, the pattern matches only such numbers.
/// </summary>
internal sealed record SampleCity(
    string City, string Country, string Currency, int UtcOffset, string Postcode, string Phone)
{
    public static readonly SampleCity[] All =
    [
        new("London", "United Kingdom", "GBP", 0, "SE# #??", "020 7946 0###"),
        new("Manchester", "United Kingdom", "GBP", 0, "M# #??", "0161 496 0###"),
        new("Edinburgh", "United Kingdom", "GBP", 0, "EH# #??", "0131 496 0###"),
        new("Dublin", "Ireland", "EUR", 0, "D0# ?##?", "020 91# ####"),
        new("Cork", "Ireland", "EUR", 0, "T12 ?##?", "020 91# ####"),
        new("Boston", "United States", "USD", -5, "021##", "(617) 555-01##"),
        new("Chicago", "United States", "USD", -6, "606##", "(312) 555-01##"),
        new("Seattle", "United States", "USD", -8, "981##", "(206) 555-01##"),
        new("Toronto", "Canada", "CAD", -5, "M#? #?#", "(416) 555-01##"),
        new("Vancouver", "Canada", "CAD", -8, "V#? #?#", "(604) 555-01##"),
        new("Sydney", "Australia", "AUD", 10, "20##", "02 5550 ####"),
        new("Melbourne", "Australia", "AUD", 10, "30##", "03 5550 ####"),
    ];
}
