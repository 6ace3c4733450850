// Checks what a type check cannot: that Kubernetes objects refer to each other correctly, and that each container
// follows the rules of this repository.

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
      confine(container, `Deployment ${name}`, find);
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

/** @returns {string[]} A line for each mistake in the Job that sends the load from several pods. */
export function loadFindings(load, testbed) {
  const found = [];
  const find = (holds, words) => { if (!holds) found.push(words); };
  const claims = load.filter(({ kind }) => kind === 'PersistentVolumeClaim').map(({ metadata }) => metadata.name);
  for (const job of load.filter(({ kind }) => kind === 'Job')) {
    const { metadata: { name }, spec: { completions, parallelism, completionMode, template: { spec } } } = job;
    find(completionMode === 'Indexed' && parallelism === completions, `Job ${name}: its pods do not run at the same time.`);
    find(spec.securityContext?.runAsNonRoot, `Job ${name} may run as root.`);
    for (const container of spec.containers) {
      confine(container, `Job ${name}`, find);
      const value = option => container.args.find(argument => argument.startsWith(`${option}=`))?.slice(option.length + 1);
      const [, variable, count] = /^\$\((\w+)\)\/(\d+)$/.exec(value('--part')) ?? [];
      find(Number(count) === completions && container.env?.some(env => env.name === variable), `Job ${name}: --part must divide the load by the number of pods.`);
      const { hostname, port } = new URL(value('--url'));
      find(testbed.some(({ kind, metadata, spec: service }) => kind === 'Service' && metadata.name === hostname
        && service.ports.some(({ port: open }) => open === Number(port))), `Job ${name} sends to ${hostname}:${port}, but no Service has this address.`);
      const mount = container.volumeMounts.find(({ mountPath }) => mountPath === value('--out'));
      const volume = spec.volumes.find(one => one.name === mount?.name);
      find(claims.includes(volume?.persistentVolumeClaim?.claimName), `Job ${name}: no volume keeps its results.`);
    }
  }
  return found;
}

function confine(container, owner, find) {
  for (const resource of ['cpu', 'memory']) {
    find(container.resources?.limits?.[resource] && container.resources.requests?.[resource],
      `${owner}: a container has no request or no limit for ${resource}.`);
  }
  find(container.securityContext?.readOnlyRootFilesystem, `${owner}: a container can write to its file system.`);
  find(container.securityContext?.capabilities?.drop?.includes('ALL'),
    `${owner}: a container does not drop all Linux capabilities.`);
}

const podOf = deployment => deployment.spec.template.metadata.labels;
const containersOf = deployment => deployment.spec.template.spec.containers;
const matches = (selector, labels) => Object.entries(selector).every(([key, value]) => labels[key] === value);

/** @returns {string[]} A line for each service that is not scraped, and for each dashboard that Grafana does not find. */
export function monitoringFindings(monitoring, testbed) {
  const found = [];
  const monitors = monitoring.filter(({ kind }) => kind === 'ServiceMonitor').map(({ spec }) => spec);
  for (const { metadata: { name, labels = {} }, spec } of testbed.filter(({ kind }) => kind === 'Service')) {
    const isScraped = monitors.some(({ selector, endpoints }) =>
      selector.matchExpressions.every(({ key, values }) => values.includes(labels[key]))
      && endpoints.some(({ port }) => spec.ports.some(open => open.name === port)));
    if (!isScraped) found.push(`The service ${name} is not scraped.`);
  }
  for (const { metadata: { name, labels } } of monitoring.filter(({ kind }) => kind === 'ConfigMap')) {
    if (labels?.grafana_dashboard !== '1') found.push(`ConfigMap ${name} lacks the label grafana_dashboard.`);
  }
  return found;
}
