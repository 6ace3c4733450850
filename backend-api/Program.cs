using BackendApi.Customers;
using ServiceDefaults;

var builder = WebApplication.CreateBuilder(args);
builder.AddServiceDefaults(port: 5101);
builder.Services.AddCustomers();

var app = builder.Build();
app.MapServiceDefaults();
app.MapCustomers();
app.Run();
