using FrontendApi.Backend;
using FrontendApi.Customers;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5100);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5100);
builder.Services.AddBackend();
builder.Services.AddCustomers();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapStrategies();
app.Run();
return 0;
