namespace Load.Tests.Hosting;

/// <summary>
/// A program with the name docker, before all others in the path. Its containers are servers of Node.js, whose CPU time
/// is what the tag of their image says: microseconds for each request. Images have further words in their names:
/// <c>broken</c> ends at once, <c>silent</c> exposes no port, <c>stale</c> another one than it listens at, <c>stubborn</c> ignores SIGTERM, <c>absent</c> is none.
/// </summary>
internal sealed class FakeDocker : IDisposable
{
    private const string Program = """
        #!/usr/bin/env node
        const fs = require('fs'), http = require('http'), net = require('net'), folder = __dirname + '/';
        const args = process.argv.slice(2), last = args.at(-1), value = name => args[args.indexOf(name) + 1];
        const read = name => JSON.parse(fs.readFileSync(folder + name + '.json'));
        const fail = text => { console.error(text); process.exit(1); };
        const all = () => fs.readdirSync(folder).filter(file => file.endsWith('.json'))
            .map(file => file.slice(0, -5));
        if (fs.existsSync(folder + 'down'))
            fail(fs.readFileSync(folder + 'down', 'utf8'));
        const commands = {
            ps: () => all().forEach(name => console.log(`${name} ${JSON.stringify(read(name).label)}`)),
            context: () => console.log('tcp://127.0.0.1:2375'),
            info: () => console.log('Test OS, x86_64, 4 processors'),
            image: () => {
                if (last.includes('absent'))
                    fail(`Error: No such image: ${last}`);
                const id = 'sha256:' + Buffer.from(last).toString('hex').padEnd(64, '0');
                console.log(id, JSON.stringify(last.includes('silent') ? {} : {
                    ExposedPorts: { '53/udp': {}, '8443/tcp': {}, '8080/tcp': {} },
                    Env: ['A=a b\nASPNETCORE_URLS=1', `ASPNETCORE_HTTP_PORTS=${last.includes('stale') ? 9000 : 8080}`],
                }));
            },
            run: () => {
                const image = Buffer.from(last.slice(7), 'hex').toString().replaceAll('\0', '');
                fs.appendFileSync(folder + 'runs', args.join(' ') + '\n');
                if (image.includes('broken')) {
                    console.log('no database');
                    process.exit(7);
                }
                const name = value('--name');
                let requests = 0;
                const server = http.createServer((request, answer) => {
                    requests += request.url === '/';
                    answer.end(request.url === '/cpu' ? `${requests * 1000 * image.split(':')[1]}` : 'equal');
                });
                server.listen(0, '127.0.0.1', () => fs.writeFileSync(folder + name + '.json', JSON.stringify(
                    { label: value('--label').split('=')[1], port: server.address().port, pid: process.pid })));
                process.on('SIGTERM', () => {
                    if (image.includes('stubborn'))
                        return;
                    fs.rmSync(folder + name + '.json');
                    process.exit(0);
                });
            },
            inspect: () => {
                if (!all().includes(last))
                    fail(`Error: No such container: ${last}`);
                console.log(`${read(last).pid},${last},${read(last).port},,,`);
            },
            rm: () => {
                if (!all().includes(last))
                    fail(`Error: No such container: ${last}`);
                try {
                    process.kill(read(last).pid, 'SIGKILL');
                } catch {
                    // The tool has killed its command, which is the container here, and init has reaped it.
                }
                fs.rmSync(folder + last + '.json');
            },
            system: () => {
                const api = http.createServer((request, answer) => {
                    const { port } = read(request.url.split('/')[3]);
                    const tell = cpu => answer.end(JSON.stringify({
                        cpu_stats: { cpu_usage: { total_usage: 1 + Number(cpu) } },
                        memory_stats: { usage: 5e6, stats: { inactive_file: 1e6, anon: 3e6 } },
                    }));
                    http.get({ port, path: '/cpu', agent: false }, used => used.on('data', tell));
                });
                api.listen(0, '127.0.0.1', () => {
                    const socket = net.connect(api.address().port, '127.0.0.1');
                    process.stdin.pipe(socket).pipe(process.stdout);
                    socket.on('close', () => process.exit(0));
                });
            },
        };
        commands[args[0]]();
        """;

    private readonly string _path = Environment.GetEnvironmentVariable("PATH")!;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public FakeDocker()
    {
        var file = Write("docker", Program);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Environment.SetEnvironmentVariable("PATH", $"{_folder}{Path.PathSeparator}{_path}");
    }

    /// <summary>The names of the containers that exist.</summary>
    public IEnumerable<string> Containers =>
        _folder.EnumerateFiles("*.json").Select(file => Path.GetFileNameWithoutExtension(file.Name));

    /// <summary>The commands that started containers.</summary>
    public string[] Runs => File.ReadAllLines(Path.Combine(_folder.FullName, "runs"));

    public void Stop(string message = "Cannot connect to the engine. Is it running?") => Write("down", message);

    public void AddContainer(string name, string label) => Write($"{name}.json", $$"""{ "label": "{{label}}" }""");

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("PATH", _path);
        _folder.Delete(recursive: true);
    }

    private string Write(string name, string text)
    {
        var file = Path.Combine(_folder.FullName, name);
        File.WriteAllText(file, text);
        return file;
    }
}
