using BackendApi.Customers;
using BackendApi.Dripping;
using BackendApi.Ingestion;
using BackendApi.LongOperations;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5101);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.Services.AddSingleton(TimeProvider.System);
builder.Services.AddCustomers();
builder.Services.AddIngestion();
builder.Services.AddDripping();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapIngestion();
app.MapLongOperations();
app.Run();
return 0;
