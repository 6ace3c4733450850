namespace BackendApi.Customers;

internal sealed record Customer(
    int Id,
    string Name,
    string Email,
    string Phone,
    Address Address,
    DateTimeOffset RegisteredAt,
    string Notes,
    IReadOnlyList<int> OrderIds);

internal sealed record Address(string Street, string City, string Postcode, string Country);
