using System.Text.Json;
using System.Text.Json.Serialization;
using FrontendApi.Backend;

namespace FrontendApi.Customers;

/// <summary>The front-end's answer: a customer with its orders in place of its order ids.</summary>
internal sealed record CustomerAggregate(
    int Id,
    string Name,
    string Email,
    string Phone,
    Address Address,
    DateTimeOffset RegisteredAt,
    string Notes,
    IReadOnlyList<Order> Orders)
{
    public static CustomerAggregate Of(Customer customer, IReadOnlyList<Order> orders) =>
        new(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address, customer.RegisteredAt,
            customer.Notes, orders);
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(CustomerAggregate))]
[JsonSerializable(typeof(StrategyListing))]
internal sealed partial class CustomersJson : JsonSerializerContext;
