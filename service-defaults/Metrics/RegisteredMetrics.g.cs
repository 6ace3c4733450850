// Generated from prometheus/metrics.yaml with "make generate".
using System.Collections.Frozen;

namespace ServiceDefaults.Metrics;

/// <summary>The metrics of prometheus/metrics.yaml that the services export.</summary>
internal static class RegisteredMetrics
{
    public static readonly FrozenDictionary<string, RegisteredMetric> ByInstrument = new RegisteredMetric[]
    {
        new("http_server_request_duration", "http_server_request_duration_seconds", "histogram", "strategy", "client_lifetime", "fanout", "mode", "resilience", "http_route", "http_request_method", "http_response_status_code", "network_protocol_version", "url_scheme", "error_type", "aspnetcore_request_is_unhandled"),
        new("http_server_active_requests", "http_server_active_requests", "gauge", "http_request_method", "url_scheme"),
        new("http_server_active_requests_peak", "http_server_active_requests_peak", "gauge"),
        new("kestrel_active_connections", "kestrel_active_connections", "gauge", "network_transport", "network_type", "server_address", "server_port"),
        new("kestrel_queued_connections", "kestrel_queued_connections", "gauge", "network_transport", "network_type", "server_address", "server_port"),
        new("kestrel_connection_duration", "kestrel_connection_duration_seconds", "histogram", "network_protocol_name", "network_protocol_version", "network_transport", "network_type", "server_address", "server_port", "error_type"),
        new("http_server_concurrency_limit", "http_server_concurrency_limit", "gauge"),
        new("aspnetcore_rate_limiting_active_request_leases", "aspnetcore_rate_limiting_active_request_leases", "gauge", "aspnetcore_rate_limiting_policy"),
        new("aspnetcore_rate_limiting_request_lease_duration", "aspnetcore_rate_limiting_request_lease_duration_seconds", "histogram", "aspnetcore_rate_limiting_policy"),
        new("aspnetcore_rate_limiting_queued_requests", "aspnetcore_rate_limiting_queued_requests", "gauge", "aspnetcore_rate_limiting_policy"),
        new("aspnetcore_rate_limiting_request_time_in_queue", "aspnetcore_rate_limiting_request_time_in_queue_seconds", "histogram", "aspnetcore_rate_limiting_policy", "aspnetcore_rate_limiting_result"),
        new("aspnetcore_rate_limiting_requests", "aspnetcore_rate_limiting_requests_total", "counter", "aspnetcore_rate_limiting_policy", "aspnetcore_rate_limiting_result"),
        new("fault_active", "fault_active", "gauge", "fault"),
        new("fault_injections", "fault_injections_total", "counter", "fault"),
        new("backend_call_duration", "backend_call_duration_seconds", "histogram", "strategy", "operation", "outcome"),
        new("backend_call_last_duration", "backend_call_last_duration_seconds", "gauge"),
        new("resilience_polly_strategy_events", "resilience_polly_strategy_events_total", "counter", "event_name", "strategy_name", "pipeline_name"),
        new("backend_circuit_state", "backend_circuit_state", "gauge", "circuit"),
        new("http_client_request_duration", "http_client_request_duration_seconds", "histogram", "strategy", "error_type", "http_request_method", "http_response_status_code") { Meter = "FrontendApi" },
        new("http_client_open_connections", "http_client_open_connections", "gauge", "http_connection_state", "network_peer_address", "network_protocol_version", "server_address", "server_port", "url_scheme"),
        new("http_client_connection_duration", "http_client_connection_duration_seconds", "histogram", "network_peer_address", "network_protocol_version", "server_address", "server_port", "url_scheme"),
        new("http_client_request_time_in_queue", "http_client_request_time_in_queue_seconds", "histogram", "http_request_method", "network_protocol_version", "server_address", "server_port", "url_scheme"),
        new("ingest_payloads_parsed", "ingest_payloads_parsed_total", "counter"),
        new("process_network_io", "process_network_io_bytes_total", "counter", "direction"),
        new("process_disk_io", "process_disk_io_bytes_total", "counter", "direction"),
        new("process_memory_anonymous", "process_memory_anonymous_bytes", "gauge"),
        new("process_memory_peak", "process_memory_peak_bytes", "gauge"),
        new("tcp_time_wait_sockets", "tcp_time_wait_sockets", "gauge"),
        new("thread_pool_threads_busy", "thread_pool_threads_busy", "gauge"),
        new("thread_pool_threads_min", "thread_pool_threads_min", "gauge"),
        new("thread_pool_threads_max", "thread_pool_threads_max", "gauge"),
        new("thread_pool_threads_peak", "thread_pool_threads_peak", "gauge"),
        new("thread_pool_queue_peak", "thread_pool_queue_peak", "gauge"),
        new("dotnet_thread_pool_thread_count", "dotnet_thread_pool_threads", "gauge"),
        new("dotnet_thread_pool_queue_length", "dotnet_thread_pool_queue_length", "gauge"),
        new("dotnet_thread_pool_work_item_count", "dotnet_thread_pool_work_item_count_total", "counter"),
        new("dotnet_process_cpu_time", "dotnet_process_cpu_time_seconds_total", "counter", "cpu_mode"),
        new("dotnet_process_cpu_count", "dotnet_process_cpus", "gauge"),
        new("dotnet_process_memory_working_set", "dotnet_process_memory_working_set_bytes", "gauge"),
        new("dotnet_gc_heap_total_allocated", "dotnet_gc_heap_total_allocated_bytes_total", "counter"),
        new("dotnet_gc_collections", "dotnet_gc_collections_total", "counter", "gc_heap_generation"),
        new("dotnet_gc_pause_time", "dotnet_gc_pause_time_seconds_total", "counter"),
        new("dotnet_gc_last_collection_heap_size", "dotnet_gc_last_collection_heap_size_bytes", "gauge", "gc_heap_generation"),
        new("dotnet_gc_last_collection_heap_fragmentation_size", "dotnet_gc_last_collection_heap_fragmentation_size_bytes", "gauge", "gc_heap_generation"),
        new("dotnet_gc_last_collection_memory_committed_size", "dotnet_gc_last_collection_memory_committed_size_bytes", "gauge"),
        new("dotnet_jit_compiled_methods", "dotnet_jit_compiled_methods_total", "counter"),
        new("dotnet_jit_compilation_time", "dotnet_jit_compilation_time_seconds_total", "counter"),
        new("dotnet_jit_compiled_il_size", "dotnet_jit_compiled_il_size_bytes_total", "counter"),
        new("dotnet_monitor_lock_contentions", "dotnet_monitor_lock_contentions_total", "counter"),
        new("dotnet_exceptions", "dotnet_exceptions_total", "counter", "error_type"),
    }.ToFrozenDictionary(metric => metric.Instrument);
}
