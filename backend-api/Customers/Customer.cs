using System.Text.Json;
using System.Text.Json.Serialization;

namespace BackendApi.Customers;

internal sealed record Customer(
    int Id, string Name, string Email, string Phone, Address Address, DateTimeOffset RegisteredAt, string Notes,
    IReadOnlyList<int> OrderIds);

internal sealed record Address(string Street, string City, string Postcode, string Country);

internal sealed record Order(
    int Id, int CustomerId, DateTimeOffset PlacedAt, string Currency, IReadOnlyList<OrderItem> Items, decimal Total);

internal sealed record OrderItem(int Id, string Product, string Description, int Quantity, decimal UnitPrice);

internal sealed record CustomerWithOrders(Customer Customer, IReadOnlyList<Order> Orders);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(Customer))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(CustomerWithOrders))]
internal sealed partial class CustomerJsonContext : JsonSerializerContext;
