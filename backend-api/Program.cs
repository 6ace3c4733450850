using BackendApi.Customers;
using BackendApi.Ingestion;
using ServiceDefaults;
using ServiceDefaults.Health;

if (HealthProbe.IsAsked(args))
    return HealthProbe.Run(args, port: 5101);

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.Services.AddCustomers();
builder.Services.AddIngestion();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.MapIngestion();
app.Run();
return 0;
