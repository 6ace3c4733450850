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
    int Id, string Name, string Email, string Phone, Address Address, DateTimeOffset RegisteredAt, string Notes,
    int[] OrderIds) : IBackendDocument
{
    // The customers of this repository have 1 to 3 orders.
    private const int MaxOrders = 100;

    public bool IsValidFor(BackendResource resource) =>
        Id == resource.CustomerId && OrderIds is { Length: <= MaxOrders };
}

internal sealed record Address(string Street, string City, string Postcode, string Country);

internal sealed record Order(
    int Id, int CustomerId, DateTimeOffset PlacedAt, string Currency, OrderItem[] Items, decimal Total)
    : IBackendDocument
{
    public bool IsValidFor(BackendResource resource) =>
        Id == resource.OrderId && CustomerId == resource.CustomerId && Items is not null;
}

internal sealed record CustomerWithOrders(Customer Customer, Order[] Orders) : IBackendDocument
{
    /// <summary>The orders must be those of the customer, in their sequence.</summary>
    public bool IsValidFor(BackendResource resource) => Customer?.IsValidFor(resource) is true
        && Orders?.Length == Customer.OrderIds.Length
        && Orders.Zip(Customer.OrderIds).All(
            pair => pair.First?.IsValidFor(BackendResource.Order(Customer.Id, pair.Second)) is true);
}

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);

/// <summary>The part of the back-end's problem documents that the front-end passes on.</summary>
internal sealed record BackendProblemBody(string? Detail);

/// <summary>A resource of the back-end, which the front-end reads with GET or writes with POST.</summary>
/// <param name="Operation">The metrics label operation: customer, order or payload.</param>
/// <param name="Path">The path of the resource from the root of the back-end.</param>
/// <param name="CustomerId">The id of the customer, which the document must have.</param>
/// <param name="OrderId">The id of the order, which the document must have.</param>
internal readonly record struct BackendResource(string Operation, string Path, int CustomerId = 0, int OrderId = 0)
{
    public static readonly BackendResource Payload = new("payload", "/ingest/data");

    public static BackendResource Customer(int id) => new("customer", $"/api/customer/{id}", id);

    public static BackendResource CustomerWithOrders(int id) => new("customer", $"/api/customer/{id}/with-orders", id);

    public static BackendResource Order(int customerId, int id) =>
        new("order", $"/api/customer/{customerId}/order/{id}", customerId, id);
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(CustomerWithOrders))]
[JsonSerializable(typeof(BackendProblemBody))]
internal sealed partial class BackendJsonContext : JsonSerializerContext
{
    public static JsonTypeInfo<T> GetTypeInfo<T>() => TypeInfo<T>.Value;

    private static class TypeInfo<T>
    {
        public static readonly JsonTypeInfo<T> Value = (JsonTypeInfo<T>)Default.GetTypeInfo(typeof(T))!;
    }
}
