import { dashboard } from './dashboard.js';
import { GENERATIONS, lines, query, row } from './panels.js';
import { withLabels, rate, sum } from './promql.js';

const who = '{{job}} {{instance}}';

export const runtime = dashboard({
  uid: 'runtime',
  title: 'Runtime',
  description: 'The .NET runtime of each process: garbage collections, heap, threads, locks, exceptions, compilation.',
  noValue: 'The services do not run, or nothing of this kind happened in the time shown: make up, make load',
  rows: [
    row('Garbage collection', 10,
      lines('Time paused', 8, 'Share of the time in which a garbage collection paused all threads. Above 5 %, it '
        + 'affects the p99 latency.', 'percentunit',
        [query(rate('dotnet_gc_pause_time_seconds_total'), who)], { target: 0.05, softMax: 0.1 }),
      lines('Collections', 8, 'Frequent gen0 collections are normal. If gen2 collections are as frequent as gen1, '
        + 'objects live too long.', 'ops',
        [query(sum('job, gc_heap_generation', rate('dotnet_gc_collections_total')), '{{job}} {{gc_heap_generation}}')], { colours: GENERATIONS }),
      lines('Allocation', 8, 'Allocation causes collections. For bytes per request, see the Strategies dashboard. A gap '
        + 'means that the adaptive GC gave up a heap, and the runtime’s counter stands still.', 'Bps',
        [query(rate('dotnet_gc_heap_total_allocated_bytes_total'), who)]),
      lines('Heap after the last collection', 8, 'Heap size by generation. If gen2 and loh only grow, something keeps '
        + 'references to old objects.', 'bytes',
        [query(sum('job, gc_heap_generation', withLabels('dotnet_gc_last_collection_heap_size_bytes')), '{{job}} {{gc_heap_generation}}')], { colours: GENERATIONS }),
      lines('Committed and working set', 8, 'Memory that the garbage collector has committed, and the working set of '
        + 'the whole process.', 'bytes', [
        query(sum('job', withLabels('dotnet_gc_last_collection_memory_committed_size_bytes')), '{{job}} committed'),
        query(sum('job', withLabels('dotnet_process_memory_working_set_bytes')), '{{job}} working set')]),
      lines('Fragmentation', 8, 'Unused gaps as a share of the heap. The share may be high after a burst, and should '
        + 'fall with the next full collection.', 'percentunit',
        [query(`${sum('job, instance', withLabels('dotnet_gc_last_collection_heap_fragmentation_size_bytes'))} / `
          + `(${sum('job, instance', withLabels('dotnet_gc_last_collection_heap_size_bytes'))} > 0)`, who)]),
    ),
    row('Threads', 10,
      lines('Pool threads', 8, 'All threads of the pool, and the busy threads. If all threads are busy for seconds, '
        + 'something blocks them: the pool then adds one or two threads per second.', 'short', [
        query(sum('job', withLabels('dotnet_thread_pool_threads')), '{{job}} threads'), query(sum('job', withLabels('thread_pool_threads_busy')), '{{job}} busy')]),
      lines('Pool queue', 8, 'Work items that wait for a thread. Short peaks are normal; anything longer adds latency.', 'short',
        [query(withLabels('dotnet_thread_pool_queue_length'), who)]),
      lines('Pool size, of its limit', 8, 'Threads as a share of the limit (Runtime:MaxThreads). At 100 %, the pool '
        + 'cannot grow, and only less blocking helps.', 'percentunit',
        [query(`${withLabels('dotnet_thread_pool_threads')} / on (job, instance) ${withLabels('thread_pool_threads_max')}`, who)], { target: 1, log: true }),
      lines('Work items', 12, 'Work items that the pool completed. Blocking strategies need fewer work items, but each '
        + 'one occupies a thread for longer.', 'ops',
        [query(rate('dotnet_thread_pool_work_item_count_total'), who)]),
      lines('Lock contention', 12, 'How often a thread waited for a lock. Investigate more than a few hundred per '
        + 'second.', 'ops',
        [query(rate('dotnet_monitor_lock_contentions_total'), who)]),
    ),
    row('Exceptions and compilation', 10,
      lines('Exceptions', 8, 'Thrown exceptions by type, including handled ones. An exception costs 10 to 20 µs. If '
        + 'there is an exception for each request, there is a bug.', 'ops',
        [query(sum('job, error_type', rate('dotnet_exceptions_total')), '{{job}} {{error_type}}')]),
      lines('JIT compilation', 8, 'Seconds per second for which the just-in-time compiler runs. Measure while the value is '
        + 'near 0. If the value stays high, a strategy compiles code for each call.', 'percentunit',
        [query(rate('dotnet_jit_compilation_time_seconds_total'), who)], { target: 0.1, softMax: 0.2 }),
      lines('Methods compiled', 8, 'Many methods are compiled after the start, and again when tiered compilation '
        + 'optimizes hot methods.', 'ops',
        [query(rate('dotnet_jit_compiled_methods_total'), who)]),
    ),
  ],
});
