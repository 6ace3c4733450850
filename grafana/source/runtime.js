import { dashboard } from './dashboard.js';
import { lines, query, row } from './panels.js';
import { of, rate, sum } from './promql.js';

const who = '{{job}} {{instance}}';

export const runtime = dashboard({
  uid: 'runtime',
  title: 'Runtime',
  description: 'The .NET runtime of each process: collections, heap, threads, locks, exceptions, compilation.',
  rows: [
    row('Garbage collection', 9,
      lines('Time paused', 8, 'Share of the time in which a collection held every thread. Above 5 % it is part of the p99.', 'percentunit',
        [query(rate('dotnet_gc_pause_time_seconds_total'), who)], { target: 0.05, softMax: 0.1 }),
      lines('Collections', 8, 'gen0 often is healthy. gen2 as often as gen1 means that what is allocated lives too long.', 'ops',
        [query(sum('job, gc_heap_generation', rate('dotnet_gc_collections_total')), '{{job}} {{gc_heap_generation}}')]),
      lines('Allocation', 8, 'What makes collections happen. Divide by the request rate, or see the Strategies dashboard.', 'Bps',
        [query(rate('dotnet_gc_heap_total_allocated_bytes_total'), who)]),
      lines('Heap after the last collection', 8, 'By generation. gen2 and loh that only grow are held by something.', 'bytes',
        [query(sum('job, gc_heap_generation', of('dotnet_gc_last_collection_heap_size_bytes')), '{{job}} {{gc_heap_generation}}')]),
      lines('Committed and working set', 8, 'What the collector keeps from the system, within what the process takes in all.', 'bytes', [
        query(sum('job', of('dotnet_gc_last_collection_memory_committed_size_bytes')), '{{job}} committed'),
        query(sum('job', of('dotnet_process_memory_working_set_bytes')), '{{job}} working set')]),
      lines('Fragmentation', 8, 'Holes, as a share of the heap. High after a burst, it should fall with the next full collection.', 'percentunit',
        [query(`${sum('job, instance', of('dotnet_gc_last_collection_heap_fragmentation_size_bytes'))} / `
          + `(${sum('job, instance', of('dotnet_gc_last_collection_heap_size_bytes'))} > 0)`, who)]),
    ),
    row('Threads', 9,
      lines('Pool threads', 8, 'Threads, and how many are busy. Busy up to all of them for seconds: something blocks, and the pool adds one '
        + 'or two a second until it does not.', 'short', [
        query(sum('job', of('dotnet_thread_pool_thread_count')), '{{job}} threads'), query(sum('job', of('thread_pool_threads_busy')), '{{job}} busy')]),
      lines('Pool queue', 8, 'Work that waits for a thread. Anything but short peaks is latency.', 'short',
        [query(of('dotnet_thread_pool_queue_length'), who)]),
      lines('Pool used, of its cap', 8, 'Threads as a share of the most it may have (Runtime:MaxThreads). At 100 % nothing will help but '
        + 'to stop blocking.', 'percentunit',
        [query(`${of('dotnet_thread_pool_thread_count')} / on (job, instance) ${of('thread_pool_threads_max')}`, who)], { target: 1, log: true }),
      lines('Work items', 8, 'Done by the pool. Blocking strategies need fewer, and each holds its thread.', 'ops',
        [query(rate('dotnet_thread_pool_work_item_count_total'), who)]),
      lines('Lock contention', 8, 'Times a thread waited for a lock. More than a few hundred a second is a place to look for.', 'ops',
        [query(rate('dotnet_monitor_lock_contentions_total'), who)]),
      lines('Timers', 8, 'Waiting to go off. A timeout for each call under way is usual; a number that only grows is a leak.', 'short',
        [query(of('dotnet_timer_count'), who)]),
    ),
    row('Faults and compilation', 8,
      lines('Exceptions', 8, 'By type, handled ones too. Each costs 10 to 20 µs; a rate like the request rate is a bug.', 'ops',
        [query(sum('job, error_type', rate('dotnet_exceptions_total')), '{{job}} {{error_type}}')]),
      lines('Compiling', 8, 'CPU seconds spent in the compiler, a second. Measure when it is near 0; a strategy that keeps it up '
        + 'compiles for each call.', 'percentunit', [query(rate('dotnet_jit_compilation_time_seconds_total'), who)], { target: 0.1, softMax: 0.2 }),
      lines('Methods compiled', 8, 'High at the start, then again when hot methods are compiled better.', 'ops',
        [query(rate('dotnet_jit_compiled_methods_total'), who)]),
    ),
  ],
});
