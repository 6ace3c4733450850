using FrontendApi.Backend;

namespace FrontendApi.Strategies;

/// <summary>A customer with the orders themselves instead of their ids.</summary>
internal sealed record CustomerAggregate(
    int Id, string Name, string Email, string Phone, Address Address, DateTimeOffset RegisteredAt, string Notes,
    Order[] Orders)
{
    public static CustomerAggregate Create(Customer customer, Order[] orders) =>
        new(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address, customer.RegisteredAt,
            customer.Notes, orders);
}
