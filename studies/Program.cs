using Studies;
using Studies.Commands;

using var interrupt = new Interrupt();
return await new StudyCommandLine(StudyCatalog.Commands).InvokeAsync(args, interrupt.Token);
