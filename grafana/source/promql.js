// Functions that build PromQL queries.
const labels = more => `{job=~"$job",instance=~"$instance"${more ? `,${more}` : ''}}`;

export const withLabels = (metric, more) => metric + labels(more);

export const rate = (metric, more) => `rate(${withLabels(metric, more)}[$__rate_interval])`;

const by = list => (list ? ` by (${list})` : '');

export const sum = (list, expr) => `sum${by(list)} (${expr})`;

/** A quantile, without the NaN of a histogram that got no samples. */
export const quantile = (q, list, metric, more, range = '$__rate_interval') =>
  `histogram_quantile(${q}, sum by (${list ? `${list}, ` : ''}le) (rate(${withLabels(`${metric}_bucket`, more)}[${range}]))) >= 0`;

export const requests = 'http_server_request_duration_seconds';

/** The rate of requests by the load tool, whose metrics have no job or instance of the variables. */
export const loadToolRequests = 'sum by (outcome) (rate(load_requests_total[$__rate_interval]))';
