// Functions that build PromQL queries.
const labels = more => `{job=~"$job",instance=~"$instance"${more ? `,${more}` : ''}}`;

export const withLabels = (metric, more) => metric + labels(more);

export const rate = (metric, more) => `rate(${withLabels(metric, more)}[$__rate_interval])`;

const by = list => (list ? ` by (${list})` : '');

export const sum = (list, expr) => `sum${by(list)} (${expr})`;

/**
 * Rates by labels. A series that counts nothing in the time shown is left out, so that the legend has only what happened.
 */
export const occurring = (list, metric, more) => `${sum(list, rate(metric, more))} and on (${list}) `
  + `(${sum(list, `increase(${withLabels(metric, more)}[$__range] @ end())`)} > 0)`;

/** A quantile, without the NaN of a histogram that got no samples. */
export const quantile = (q, list, metric, more, range = '$__rate_interval') =>
  `histogram_quantile(${q}, sum by (${list ? `${list}, ` : ''}le) (rate(${withLabels(`${metric}_bucket`, more)}[${range}]))) >= 0`;

export const requests = 'http_server_request_duration_seconds';

// Counters that are 0 from the first scrape of a process on. rate() does not count the first value of a series, so it
// misses short failures in the counters of the services (prometheus/rules/recording.yml).
export const served = 'instance:http_server_requests:total';
export const errors = 'instance_status:http_server_errors:total';
export const failures = 'instance_outcome:backend_call_failures:total';

/** Series with a label for each flag, by the value of a flag: that which the dashboard compares by, or another one. */
export const byValue = (expr, flag = '$by') => `label_replace(${expr}, "value", "$1", "${flag}", "(.*)")`;

/** The rate of requests by the load tool, whose metrics have no job or instance of the variables. */
export const loadToolRequests = 'sum by (outcome) (rate(load_requests_total[$__rate_interval]))';
