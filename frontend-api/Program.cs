using FrontendApi.Backend;
using FrontendApi.Customers;
using ServiceDefaults;

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5100);
builder.Services.AddBackend();
builder.Services.AddCustomers();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapStrategies();
app.Run();
