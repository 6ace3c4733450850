using TwoTier.Show;

return await new ShowCommand(Console.Out, Console.Error).InvokeAsync(args);
