import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings, showSettings } from '../src/config.ts'
import { HEALTH_ROUTES } from '../src/http/health.ts'
import { noMetrics } from '../src/kernel/metrics.ts'
import { createMetrics } from '../src/telemetry/metrics.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const known = Object.keys(showSettings({}))

const dockerfile = read('deploy/Dockerfile')
const compose = parse(read('deploy/compose.yaml'), { merge: true })
const unit = read('deploy/deep-research.service')
const kubernetes = readdirSync(new URL('deploy/kubernetes/', root)).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS()),
)
const deployments = kubernetes.filter(({ kind }) => kind === 'Deployment')
const configuration = kubernetes.find(({ kind }) => kind === 'Kustomization')

/** Pairs of names and values, as of `A=1 B=2`. */
const pairs = (text: string) =>
  Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]))

const environments: [string, Record<string, string>][] = [
  ['the Dockerfile', pairs(/^ENV ([\s\S]*?)\n(?=[A-Z])/m.exec(dockerfile)?.[1] ?? '')],
  ['the unit', pairs(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '')],
  ...Object.entries<{ image?: string; environment?: Record<string, string> }>(compose.services)
    .filter(([, { image }]) => image === 'deep-research')
    .map(([name, { environment = {} }]): [string, Record<string, string>] => [`compose's ${name}`, environment]),
  ...deployments.map(({ metadata, spec }): [string, Record<string, string>] => [
    `Kubernetes' ${metadata.name}`,
    {
      ...pairs(configuration.configMapGenerator[0].literals.join('\n')),
      ...Object.fromEntries(
        spec.template.spec.containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
      ),
    },
  ]),
]

describe('the files to run the service with', () => {
  it.each(environments)('set only variables that there are, to values that hold together: %s', (_, environment) => {
    const { NODE_ENV, ...ours } = environment
    expect(NODE_ENV ?? 'production').toBe('production')
    expect(Object.keys(ours).length).toBeGreaterThan(0)
    expect(Object.keys(ours).filter((name) => !known.includes(name))).toEqual([])
    const shared = { DATABASE_URL: 'postgres://a@b/c', REDIS_URL: 'redis://a', AUTH_SECRET: 's'.repeat(32) }
    const filled = Object.entries(ours).map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_match, variable, fallback) =>
        variable === 'PUBLIC_URL' ? fallback : 's'.repeat(32),
      ),
    ])
    const secrets = ours['ROLE'] === undefined ? {} : shared
    expect(() => readSettings({ ...secrets, ...Object.fromEntries(filled) })).not.toThrow()
  })

  it('name the secrets as the service does', () => {
    const named = read('deploy/kubernetes/kustomization.yaml').match(/--from-literal=([A-Z_]+)/g) ?? []
    expect(named).toHaveLength(3)
    for (const name of named) expect(known).toContain(name.split('=').at(-1))
  })

  it('use the version of Node that everything is tested with', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies
    expect(dockerfile.match(/^FROM node:(\S+?)-/gm)).toEqual([`FROM node:${node}-`, `FROM node:${node}-`])
  })

  it('copy the manifest of every package that the service needs', () => {
    const needed = ['sdk', 'mock', 'demo-corpus', 'engine', 'server']
    for (const name of needed) expect(dockerfile).toContain(`COPY packages/${name}/package.json packages/${name}/`)
    expect(readdirSync(new URL('packages/', root)).toSorted()).toEqual(needed.toSorted())
  })

  it('bring the packages that only many machines and traces need, in versions that the server takes', () => {
    const { peerDependencies } = JSON.parse(read('packages/server/package.json'))
    const { dependencies } = JSON.parse(read('deploy/image/package.json'))
    const { '@deep-research/server': server, ...further } = dependencies
    expect(server).toBe('workspace:*')
    const ranges = Object.entries(further).map(([name, version]) => [name, `^${version}`])
    expect(Object.fromEntries(ranges)).toEqual(peerDependencies)
  })

  it('agree about ports', () => {
    const port = pairs(dockerfile)['PORT']
    expect(dockerfile).toContain(`EXPOSE ${port}`)
    const upstreams: string = compose.services.caddy.environment.UPSTREAMS
    expect(upstreams.split(' ')).toEqual(['api-1', 'api-2'].map((name) => `${name}:${port}`))
    const metrics = [...new Set(environments.flatMap(([, { METRICS_PORT }]) => METRICS_PORT ?? []).map(String))]
    expect(metrics).toHaveLength(1)
    const { scrape_configs: scraped } = parse(read('deploy/prometheus/prometheus.yml'))
    const targets: string[] = scraped[0].static_configs[0].targets
    expect(targets).toEqual(['api-1', 'api-2', 'worker-1', 'worker-2'].map((name) => `${name}:${metrics[0]}`))
    for (const name of targets) expect(Object.keys(compose.services)).toContain(name.split(':')[0])
    for (const { spec } of deployments) {
      const { annotations } = spec.template.metadata
      expect(annotations['prometheus.io/port']).toBe(metrics[0])
      const ports = spec.template.spec.containers[0].ports.map((each: { name: string; containerPort: number }) => [
        each.name,
        each.containerPort,
      ])
      expect(ports).toEqual([
        ['http', Number(port)],
        ['metrics', Number(metrics[0])],
      ])
    }
  })

  it('probe what the service answers', () => {
    const containers = deployments.flatMap(({ spec }) => spec.template.spec.containers)
    const probed = containers.flatMap((container) => [
      container.startupProbe,
      container.livenessProbe,
      container.readinessProbe,
    ])
    expect(probed).toHaveLength(6)
    for (const { httpGet } of probed) expect(HEALTH_ROUTES).toContain(httpGet.path)
    const paths = [/health_uri (\S+)/.exec(read('deploy/Caddyfile'))?.[1], /\}(\/\w+)`/.exec(dockerfile)?.[1]]
    for (const path of paths) expect(HEALTH_ROUTES).toContain(path)
  })

  it('select the pods that there are', () => {
    for (const { kind, spec } of kubernetes.filter((each) => /Budget|Autoscaler/.test(each.kind))) {
      const names = deployments.map(({ metadata }) => metadata.name)
      if (kind === 'HorizontalPodAutoscaler') expect(names).toContain(spec.scaleTargetRef.name)
      else
        expect(deployments.map((each) => each.spec.template.metadata.labels)).toContainEqual(spec.selector.matchLabels)
    }
  })
})

describe('what is made of the metrics', () => {
  const shown = [
    'deploy/grafana/dashboard.json',
    'deploy/prometheus/alerts.yml',
    'deploy/prometheus/adapter.yaml',
    'deploy/kubernetes/worker.yaml',
    'docs/operate.md',
    'docs/operate-reference.md',
  ]

  it.each(shown)('names only metrics and labels that there are: %s', async (path) => {
    const text = await exposed()
    const named = read(path).match(/\b(deep_research|process|nodejs)_[a-z0-9_]+\b/g) ?? []
    const metrics = named.filter(
      (name) => !/^(deep_research|process|nodejs)$/.test(name) && !NOT_METRICS.includes(name),
    )
    expect(metrics.length).toBeGreaterThan(0)
    // A query names the samples of a histogram, and a page the histogram.
    const known = path.endsWith('.md') ? '# TYPE ' : ''
    for (const name of new Set(metrics)) expect(text).toMatch(new RegExp(`^${known}${name}[{ ]`, 'm'))
  })

  it('is all told in the operator’s tables', async () => {
    const own = [...(await exposed()).matchAll(/^# TYPE (deep_research_\w+)/gm)].map(([, name]) => name)
    expect(own.length).toBeGreaterThan(10)
    const guide = read('docs/operate-reference.md')
    expect(own.filter((name) => !guide.includes(`\`${name}`))).toEqual([])
  })
})

/** The user and the database of the compose file. */
const NOT_METRICS = ['deep_research_', 'deep_research']

/** The metrics of a service that has counted each of them once. */
async function exposed(): Promise<string> {
  const ages = { waiting: 0, oldestWaitingMs: 0, running: 0, oldestRunningMs: 0, overdue: 0 }
  const gauges = {
    streams: () => 0,
    threads: () => ({ running: 0, most: 0 }),
    requests: async () => ages,
    ledgerDrift: () => 0,
  }
  const { exposition, ...metrics } = createMetrics(gauges)
  expect(Object.keys(metrics)).toEqual(Object.keys(noMetrics))
  metrics.answered('/', 200)
  metrics.decided('admitted')
  metrics.researched('completed', 1)
  metrics.called('search', 'ok')
  metrics.searched('exa', 'answered')
  metrics.asked('2xx', 1)
  return await exposition.text()
}
