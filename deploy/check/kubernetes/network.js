// Checks that the network policies allow the calls that the pods make, and that everything else is denied.

/** @returns {string[]} A line for each call that a policy prevents, and for each policy that is wider than it looks. */
export function networkFindings(objects) {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const pods = objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ metadata, spec }) =>
    ({ name: metadata.name, labels: spec.template.metadata.labels, containers: spec.template.spec.containers }));
  const found = [];
  const find = (holds, words) => { if (!holds) found.push(words); };

  find(policies.some(({ spec }) => isEmpty(spec.podSelector) && !spec.ingress && !spec.egress
    && ['Ingress', 'Egress'].every(type => spec.policyTypes.includes(type))),
  'The namespace is open: nothing denies all traffic that no policy allows.');

  for (const { metadata, spec } of policies) {
    for (const [words, rules, peers] of [['lets in', spec.ingress, 'from'], ['may send to', spec.egress, 'to']]) {
      find((rules ?? []).every(rule => rule[peers]?.length > 0 || peers === 'to' && resolves(rule)), `NetworkPolicy ${metadata.name} ${words} every pod.`);
    }
  }

  // A policy applies to a call if its rule names the peer's labels and the port.
  const allows = (pod, direction, peers, matchesPeer, ports) => policies.some(({ spec }) =>
    matches(spec.podSelector, pod.labels) && (spec[direction] ?? []).some(rule =>
      (rule[peers] ?? []).some(matchesPeer) && rule.ports?.some(({ port }) => ports.includes(port))));

  for (const caller of pods) {
    find(policies.some(({ spec }) => matches(spec.podSelector, caller.labels) && spec.egress?.some(resolves)),
      `${caller.name} may not resolve names.`);
    for (const [host, port] of callsOf(caller)) {
      const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === host);
      const target = service?.spec.ports.find(one => one.port === port)?.targetPort;
      for (const callee of pods.filter(({ labels }) => service && matches({ matchLabels: service.spec.selector }, labels))) {
        find(allows(caller, 'egress', 'to', peer => !peer.namespaceSelector && matches(peer.podSelector, callee.labels), [target]),
          `${caller.name} may not send to ${callee.name}.`);
        find(allows(callee, 'ingress', 'from', peer => !peer.namespaceSelector && matches(peer.podSelector, caller.labels), [target]),
          `${callee.name} does not let in ${caller.name}.`);
      }
    }
  }
  return found;
}

/** The hosts and ports in the environment and the arguments of a pod. */
const callsOf = pod => pod.containers.flatMap(({ env, args }) => [...(env ?? []).map(({ value }) => value), ...(args ?? [])])
  .map(text => /http:\/\/([\w-]+):(\d+)/.exec(text)).filter(Boolean).map(([, host, port]) => [host, Number(port)]);

/** Whether a rule allows what DNS needs, and no more: UDP and TCP, at any address, since no label is the same in all clusters. */
const resolves = ({ to, ports = [] }) => !to && ports.map(({ protocol, port }) => `${protocol} ${port}`).sort().join()
  === 'TCP 53,TCP 5353,UDP 53,UDP 5353';

const isEmpty = selector => Object.keys(selector ?? {}).length === 0;

const matches = ({ matchLabels = {}, matchExpressions = [] } = {}, labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
  && matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key]));
