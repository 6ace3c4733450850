namespace FrontendApi.Backend;

/// <summary>
/// What the back-end sends. A parser makes an object of any JSON object; this says whether it is the one expected.
/// </summary>
internal interface IBackendDocument
{
    bool IsComplete { get; }
}

internal sealed record Customer(
    int Id,
    string Name,
    string Email,
    string Phone,
    Address Address,
    DateTimeOffset RegisteredAt,
    string Notes,
    IReadOnlyList<int> OrderIds) : IBackendDocument
{
    bool IBackendDocument.IsComplete => Id > 0 && OrderIds is not null;
}

internal sealed record Address(string Street, string City, string Postcode, string Country);

internal sealed record Order(
    int Id,
    int CustomerId,
    DateTimeOffset PlacedAt,
    string Currency,
    IReadOnlyList<OrderItem> Items,
    decimal Total) : IBackendDocument
{
    bool IBackendDocument.IsComplete => Id > 0 && Items is not null;
}

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);
