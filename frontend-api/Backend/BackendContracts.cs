using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace FrontendApi.Backend;

/// <summary>
/// A document of the back-end. Parsers accept any JSON object, so a parsed document must be validated.
/// </summary>
internal interface IBackendDocument
{
    /// <summary>Returns whether the document is complete, and is the one that was requested.</summary>
    bool IsValidFor(BackendResource resource);
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
    /// <summary>
    /// The largest number of orders that the front-end reads for a customer. The customers of this repository have 1 to
    /// 3.
    /// </summary>
    private const int MaxOrders = 100;

    bool IBackendDocument.IsValidFor(BackendResource resource) =>
        resource == BackendResource.Customer(Id) && OrderIds is { Count: <= MaxOrders };
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
    bool IBackendDocument.IsValidFor(BackendResource resource) =>
        resource == BackendResource.Order(CustomerId, Id) && Items is not null;
}

internal sealed record CustomerWithOrders(Customer Customer, IReadOnlyList<Order> Orders) : IBackendDocument
{
    bool IBackendDocument.IsValidFor(BackendResource resource) =>
        IsValid(Customer, BackendResource.Customer(Customer?.Id ?? 0))
        && resource == BackendResource.CustomerWithOrders(Customer!.Id)
        && Orders?.Count == Customer.OrderIds.Count
        && Orders.Zip(Customer.OrderIds).All(
            pair => IsValid(pair.First, BackendResource.Order(Customer.Id, pair.Second)));

    private static bool IsValid(IBackendDocument? document, BackendResource resource) =>
        document?.IsValidFor(resource) is true;
}

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);

/// <summary>The part of the back-end's problem documents that the front-end passes on.</summary>
internal sealed record BackendProblemBody(string? Detail);

/// <summary>A resource of the back-end, which the front-end reads with GET or writes with POST.</summary>
/// <param name="Operation">
/// The value of the metrics label operation, which contains no id: customer, order, orders or payload.
/// </param>
/// <param name="Path">The path of the resource from the root of the back-end.</param>
internal readonly record struct BackendResource(string Operation, string Path)
{
    /// <summary>Whether a repeated call has the same effect on the back-end as a single one.</summary>
    public bool IsIdempotent { get; private init; } = true;

    public static readonly BackendResource Payload = new("payload", "/ingest/data") { IsIdempotent = false };

    public static BackendResource Customer(int id) => new("customer", $"/api/customer/{id}");

    /// <summary>A customer and all of its orders.</summary>
    public static BackendResource CustomerWithOrders(int id) => new("customer", $"/api/customer/{id}/with-orders");

    public static BackendResource Order(int customerId, int id) =>
        new("order", $"/api/customer/{customerId}/order/{id}");

    /// <summary>All orders of a customer, at a path that is relative to the customer's.</summary>
    public static BackendResource Orders(int customerId, string path) =>
        new("orders", $"/api/customer/{customerId}{path}");
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Order[]))]
[JsonSerializable(typeof(CustomerWithOrders))]
[JsonSerializable(typeof(BackendProblemBody))]
internal sealed partial class BackendJsonContext : JsonSerializerContext
{
    public static JsonTypeInfo<T> GetTypeInfo<T>() => (JsonTypeInfo<T>)Default.GetTypeInfo(typeof(T))!;
}
