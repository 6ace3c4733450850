#pragma warning disable IDE0005
global using Studies.Checks;
global using Studies.Claims.Catalog;
global using Studies.Claims.Sources;
global using Studies.Claims;
global using Studies.Commands;
global using Studies.Hosting;
global using Studies.LoadTool;
global using Studies.Studies;
