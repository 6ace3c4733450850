// The four Prometheus API calls that a dashboard makes. Works in Node and in the browser.
export class Prometheus {
  constructor(address) {
    this.address = address;
  }

  range = (query, { from, to, step }) => this.#result('query_range', { query, start: from, end: to, step });

  instant = (query, { to }) => this.#result('query', { query, time: to });

  labelValues = (label, selector, { from, to }) =>
    this.#get(`label/${label}/values`, { 'match[]': selector, start: from, end: to });

  async #result(path, parameters) {
    return (await this.#get(path, parameters)).result;
  }

  async #get(path, parameters) {
    const answer = await fetch(`${this.address}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const { status, data, error } = await answer.json();
    if (status !== 'success') throw new Error(error);
    return data;
  }
}
