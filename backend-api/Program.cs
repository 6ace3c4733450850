using BackendApi.Customers;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5101);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.Services.AddCustomers();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.Run();
return 0;
