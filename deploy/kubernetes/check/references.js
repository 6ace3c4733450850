// Checks that a type check cannot make: Kubernetes objects refer to each other correctly, and each container follows
// the rules of this repository.

/** @returns {string[]} A line for each missing setting, and for each reference to an object that does not exist. */
export function referenceFindings(objects) {
  const of = kind => objects.filter(object => object.kind === kind);
  const deployments = of('Deployment');
  const found = [];
  const find = (holds, words) => { if (!holds) found.push(words); };

  for (const { kind, metadata: { name }, spec } of [...of('Service'), ...of('PodDisruptionBudget')]) {
    const selected = deployments.filter(deployment => matches(spec.selector.matchLabels ?? spec.selector, podOf(deployment)));
    find(selected.length === 1, `${kind} ${name} selects the pods of ${selected.length} Deployments instead of 1.`);
    for (const { targetPort } of spec.ports ?? []) {
      find(selected.every(deployment => containersOf(deployment).some(({ ports }) => ports.some(port => port.name === targetPort))),
        `${kind} ${name}: the selected pods have no port named ${targetPort}.`);
    }
  }
  for (const { metadata: { name }, spec: { scaleTargetRef: target } } of of('HorizontalPodAutoscaler')) {
    const scaled = deployments.find(deployment => deployment.metadata.name === target.name);
    find(scaled, `HorizontalPodAutoscaler ${name} scales the Deployment ${target.name}, which does not exist.`);
    find(scaled?.spec.replicas === undefined,
      `HorizontalPodAutoscaler ${name}: the Deployment ${target.name} must not set replicas itself.`);
  }
  for (const deployment of deployments) {
    const { metadata: { name }, spec } = deployment;
    find(matches(spec.selector.matchLabels, podOf(deployment)), `Deployment ${name} does not select its own pods.`);
    find(spec.template.spec.securityContext?.runAsNonRoot, `Deployment ${name} may run as root.`);
    for (const container of containersOf(deployment)) {
      for (const resource of ['cpu', 'memory']) {
        find(container.resources?.limits?.[resource] && container.resources.requests?.[resource],
          `Deployment ${name}: a container has no request or no limit for ${resource}.`);
      }
      find(container.securityContext?.readOnlyRootFilesystem,
        `Deployment ${name}: a container can write to its file system.`);
      find(container.securityContext?.capabilities?.drop?.includes('ALL'),
        `Deployment ${name}: a container does not drop all Linux capabilities.`);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        find(container.ports.some(({ name: port }) => port === container[probe]?.httpGet.port),
          `Deployment ${name}: a container has no ${probe} on one of its own ports.`);
      }
      for (const { name: variable, value } of container.env ?? []) {
        const [, host, port] = /^http:\/\/([\w-]+):(\d+)$/.exec(value) ?? [];
        find(!host || of('Service').some(service => service.metadata.name === host && service.spec.ports.some(p => p.port === Number(port))),
          `Deployment ${name}: the variable ${variable} is ${value}, but no Service has this address.`);
      }
    }
  }
  return found;
}

const podOf = deployment => deployment.spec.template.metadata.labels;
const containersOf = deployment => deployment.spec.template.spec.containers;
const matches = (selector, labels) => Object.entries(selector).every(([key, value]) => labels[key] === value);
