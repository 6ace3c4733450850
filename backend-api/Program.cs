using BackendApi.Customers;
using BackendApi.Dripping;
using BackendApi.LongOperations;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5101);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.Services.AddSingleton(TimeProvider.System);
builder.Services.AddCustomers();
builder.Services.AddDripping();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapLongOperations();
app.Run();
return 0;
