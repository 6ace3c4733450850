namespace Studies.Hosting;

/// <summary>
/// The order in which processes that are compared with one another are started. Two processes of one program differ for
/// as long as they live, and the one that starts later may do so in one direction. The order is therefore reversed at
/// every second process start.
/// </summary>
internal static class StartOrder
{
    public static async Task<T[]> StartAllAsync<T>(int start, params Func<Task<T>>[] processes)
    {
        var started = new T[processes.Length];
        for (var position = 0; position < processes.Length; position++)
        {
            var index = start % 2 == 0 ? processes.Length - 1 - position : position;
            started[index] = await processes[index]();
        }

        return started;
    }
}
