// The aggregator as a .NET user would write it today: a client of the factory, reflection in place of generated code
// for JSON, and metrics as the README of prometheus-net shows them. From the first scrape on, that library also listens
// to all meters and event counters of .NET, so a program that was never scraped costs less. It gives the same response
// as the minimal aggregator, and has no flags, limits and problem details. `make overhead` measures it.
using Prometheus;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);
// By default, the factory logs each call at the level Information.
builder.Logging.AddFilter("System.Net.Http.HttpClient", LogLevel.Warning);
builder.Services
    .AddHttpClient("back-end", client => client.BaseAddress = new Uri(builder.Configuration["Backend:BaseAddress"]!))
    .UseHttpClientMetrics();

var app = builder.Build();
app.UseHttpMetrics();
app.MapGet("/api/customer/{id:int}", async (int id, IHttpClientFactory clients, CancellationToken cancellationToken) =>
{
    var backend = clients.CreateClient("back-end");
    var customer = await backend.GetFromJsonAsync<Customer>($"/api/customer/{id}", cancellationToken);
    var orders = new List<Order>();
    foreach (var orderId in customer!.OrderIds)
        orders.Add((await backend.GetFromJsonAsync<Order>($"/api/customer/{id}/order/{orderId}", cancellationToken))!);

    return new CustomerAggregate(customer.Id, customer.Name, customer.Email, customer.Phone, customer.Address,
        customer.RegisteredAt, customer.Notes, orders);
});
app.MapGet("/health/ready", () => "Healthy");
app.MapMetrics();
app.Run();
