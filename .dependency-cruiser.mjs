/**
 * The import table: who may import whom. Each package lists its rooms and root files, the first ones knowing the least.
 * A row may import itself and the rows named beside it, all of which stand above it; `*` stands for every row above.
 * `outside` names each package from outside, with the rows that may import it. Everything else fails `pnpm test`.
 */
export const packages = {
  'demo-corpus': {
    outside: {},
    rows: {
      'types.ts': [],
      'contents-of.ts': ['types.ts'],
      'from-data-set.ts': ['types.ts', 'contents-of.ts'],
      'index.ts': ['types.ts'],
    },
  },
  sdk: {
    outside: { 'eventsource-parser': ['stream'], react: ['react'], zod: ['contract'] },
    rows: {
      contract: [],
      stream: ['contract'],
      citations: ['contract'],
      client: ['contract', 'stream', 'citations'],
      ai: ['contract', 'stream', 'citations', 'client'],
      react: ['contract', 'stream', 'citations', 'client'],
      relay: ['contract', 'stream', 'client'],
      'index.ts': ['contract', 'stream', 'client'],
      'types.ts': ['contract', 'stream', 'client'],
    },
  },
  mock: {
    outside: { '@deep-research/sdk': ['*'], msw: ['msw'] },
    rows: {
      options: [],
      account: ['options'],
      conformance: [],
      scenario: ['options'],
      request: ['account'],
      runs: ['options', 'account', 'scenario', 'request'],
      replies: ['account', 'scenario', 'request', 'runs'],
      'service.ts': ['*'],
      msw: ['options', 'scenario', 'request', 'replies', 'service.ts'],
      port: ['options', 'account', 'scenario', 'request', 'runs', 'replies', 'service.ts'],
      bin: ['conformance', 'port'],
      'index.ts': ['account', 'scenario', 'request', 'runs', 'replies', 'service.ts', 'msw'],
      'node.ts': ['service.ts', 'port'],
    },
  },
  engine: {
    outside: {
      '@deep-research/sdk': ['*'],
      '@deep-research/demo-corpus': ['corpus/sources'],
      '@asciidoctor/core': ['corpus/readers'],
      'csv-parse': ['corpus/readers'],
      'eventsource-parser': ['model/client'],
      htmlparser2: ['corpus/readers', 'corpus/formats', 'web/search'],
      ignore: ['corpus/sources'],
      'ipaddr.js': ['web/fetch'],
      jsonrepair: ['model/client'],
      'markdown-it': ['corpus/readers'],
      'markdown-it-cjk-friendly': ['corpus/readers'],
      'markdown-it-deflist': ['corpus/readers'],
      'markdown-it-footnote': ['corpus/readers'],
      porter2: ['language'],
      'postal-mime': ['corpus/formats'],
      'robots-parser': ['web/reading'],
      'snowball-stemmers': ['language'],
      unpdf: ['corpus/formats'],
      yaml: ['corpus/readers'],
      yauzl: ['corpus/formats'],
      zod: ['model', 'model/client', 'research', 'web/search'],
    },
    rows: {
      // What every room may need, and knows nothing of research.
      language: [],
      guard: ['language'],
      http: [],
      threads: [],
      'types.ts': [],
      'levels.json': [],
      'budget.ts': ['levels.json'],
      'tool-calls.ts': ['types.ts'],
      'empty-library.ts': ['types.ts'],
      'block-sentences.ts': ['language', 'types.ts'],
      'change-blocks.ts': ['types.ts'],
      // The way of a question.
      question: ['language', 'types.ts'],
      evidence: ['language', 'types.ts', 'block-sentences.ts', 'question'],
      cite: ['language', 'types.ts', 'block-sentences.ts', 'evidence'],
      judge: ['language', 'types.ts', 'budget.ts', 'question', 'evidence', 'cite'],
      'narrate.ts': ['language', 'types.ts', 'question', 'evidence', 'judge'],
      'degradation.ts': ['types.ts', 'narrate.ts'],
      'pursue.ts': ['types.ts', 'tool-calls.ts', 'evidence', 'narrate.ts'],
      'assistant.ts': ['types.ts', 'budget.ts', 'tool-calls.ts', 'evidence', 'cite', 'judge'],
      answer: [
        'language',
        'types.ts',
        'block-sentences.ts',
        'budget.ts',
        'question',
        'evidence',
        'cite',
        'judge',
        'assistant.ts',
      ],
      'meaning.ts': ['types.ts', 'question', 'evidence', 'answer', 'degradation.ts', 'narrate.ts'],
      'engine.ts': ['*'],
      // What is searched: documents on disk, and pages.
      'corpus/types.ts': ['types.ts'],
      'corpus/readers': ['language', 'corpus/types.ts'],
      'corpus/formats': ['language', 'corpus/types.ts', 'corpus/readers'],
      'corpus/sources': ['corpus/types.ts', 'corpus/readers', 'corpus/formats'],
      'corpus/index': [
        'language',
        'threads',
        'types.ts',
        'block-sentences.ts',
        'change-blocks.ts',
        'corpus/types.ts',
        'corpus/readers',
        'corpus/formats',
        'corpus/sources',
      ],
      'corpus/search': ['language', 'types.ts', 'corpus/types.ts', 'corpus/index'],
      corpus: ['types.ts', 'corpus/types.ts', 'corpus/sources', 'corpus/index', 'corpus/search'],
      'web/search': ['language', 'http', 'types.ts', 'question', 'evidence'],
      'web/reading': [
        'language',
        'guard',
        'threads',
        'types.ts',
        'block-sentences.ts',
        'change-blocks.ts',
        'corpus/types.ts',
        'corpus/readers',
        'corpus/formats',
        'corpus/index',
      ],
      'web/fetch': ['language', 'http', 'threads', 'corpus/types.ts', 'corpus/index', 'web/reading'],
      web: [
        'language',
        'guard',
        'http',
        'types.ts',
        'budget.ts',
        'tool-calls.ts',
        'empty-library.ts',
        'evidence',
        'cite',
        'degradation.ts',
        'corpus/types.ts',
        'corpus/readers',
        'corpus/index',
        'web/search',
        'web/reading',
        'web/fetch',
      ],
      'model/asked.ts': [],
      'model/calls.ts': ['model/asked.ts'],
      'model/failure.ts': ['http'],
      'model/refusal.ts': [],
      'model/client': [
        'guard',
        'http',
        'types.ts',
        'budget.ts',
        'model/asked.ts',
        'model/calls.ts',
        'model/failure.ts',
        'model/refusal.ts',
      ],
      model: [
        'language',
        'guard',
        'types.ts',
        'budget.ts',
        'question',
        'evidence',
        'cite',
        'judge',
        'narrate.ts',
        'degradation.ts',
        'assistant.ts',
        'answer',
        'model/asked.ts',
        'model/calls.ts',
        'model/failure.ts',
        'model/refusal.ts',
      ],
      research: [
        'language',
        'guard',
        'types.ts',
        'block-sentences.ts',
        'budget.ts',
        'tool-calls.ts',
        'question',
        'evidence',
        'narrate.ts',
        'degradation.ts',
        'pursue.ts',
        'cite',
        'model/asked.ts',
        'model/calls.ts',
        'model/failure.ts',
        'model',
      ],
      // What wires them.
      'warm-up.ts': ['types.ts', 'engine.ts'],
      'embedded.ts': ['language', 'types.ts', 'engine.ts', 'warm-up.ts', 'corpus'],
      'snapshot-engine.ts': ['types.ts', 'empty-library.ts', 'engine.ts', 'warm-up.ts', 'corpus'],
      'live-assistant.ts': ['*'],
      'wire-live.ts': ['types.ts', 'assistant.ts', 'web', 'model', 'live-assistant.ts'],
      'live.ts': [
        ...['types.ts', 'assistant.ts', 'web', 'web/search', 'model', 'model/client', 'live-assistant.ts'],
        'wire-live.ts',
      ],
      'index.ts': ['*'],
    },
  },
  server: {
    outside: {
      '@deep-research/demo-corpus': ['corpus-engine.ts'],
      '@deep-research/engine': ['*'],
      '@deep-research/sdk': ['*'],
      '@opentelemetry/api': ['telemetry'],
      '@opentelemetry/exporter-trace-otlp-proto': ['telemetry'],
      '@opentelemetry/resources': ['telemetry'],
      '@opentelemetry/sdk-trace': ['telemetry'],
      '@fastify/cookie': ['dashboard'],
      '@fastify/csrf-protection': ['dashboard'],
      '@modelcontextprotocol/sdk': ['cli'],
      '@simplewebauthn/server': ['accounts'],
      '@zxcvbn-ts/core': ['accounts'],
      '@zxcvbn-ts/language-common': ['accounts'],
      bullmq: ['jobs'],
      commander: ['cli'],
      fastify: ['http', 'dashboard', 'close-service.ts', 'listen.ts', 'open-site.ts', 'wiring.ts'],
      hono: ['dashboard'],
      ioredis: ['jobs'],
      kysely: ['storage'],
      'markdown-it': ['dashboard'],
      nodemailer: ['mail'],
      'openid-client': ['oidc'],
      otplib: ['accounts'],
      pg: ['storage'],
      pino: ['telemetry'],
      'prom-client': ['telemetry'],
      'temporal-polyfill': ['dashboard'],
      standardwebhooks: ['webhooks'],
      uqr: ['dashboard'],
      zod: ['cli', 'reference'],
    },
    rows: {
      kernel: [],
      telemetry: ['kernel'],
      mail: ['kernel'],
      protocol: ['kernel'],
      accounts: ['kernel', 'protocol'],
      oidc: ['accounts'],
      opensearch: ['kernel'],
      webhooks: ['kernel', 'accounts'],
      steps: [],
      jobs: ['kernel', 'protocol', 'accounts', 'steps'],
      admission: ['kernel', 'protocol', 'accounts', 'jobs'],
      storage: ['kernel', 'protocol', 'accounts', 'jobs', 'admission'],
      reference: ['kernel', 'protocol', 'accounts'],
      http: ['kernel', 'protocol', 'accounts', 'jobs', 'admission', 'reference'],
      dashboard: ['kernel', 'protocol', 'accounts', 'admission', 'reference', 'http'],
      'setting-readers.ts': ['kernel'],
      'model-settings.ts': ['setting-readers.ts'],
      'opensearch-settings.ts': ['opensearch', 'setting-readers.ts'],
      'search-settings.ts': ['opensearch', 'setting-readers.ts', 'opensearch-settings.ts'],
      'semantics-settings.ts': ['setting-readers.ts'],
      'sign-in-settings.ts': ['setting-readers.ts'],
      'tracing-settings.ts': ['telemetry', 'setting-readers.ts'],
      'corpus-settings.ts': ['setting-readers.ts'],
      'config.ts': [
        'kernel',
        'telemetry',
        'opensearch',
        'storage',
        'setting-readers.ts',
        'corpus-settings.ts',
        'model-settings.ts',
        'opensearch-settings.ts',
        'search-settings.ts',
        'semantics-settings.ts',
        'sign-in-settings.ts',
        'tracing-settings.ts',
      ],
      'balance-alerts.ts': ['kernel', 'accounts'],
      'ledger-watch.ts': ['kernel', 'storage'],
      'listen.ts': ['kernel'],
      'measure-writes.ts': ['jobs'],
      'observe-admission.ts': ['kernel', 'protocol', 'jobs', 'admission'],
      'observe-runs.ts': ['kernel', 'jobs'],
      'watch-descriptors.ts': ['kernel'],
      'upkeep.ts': ['kernel', 'admission', 'storage', 'ledger-watch.ts'],
      'open-storage.ts': ['kernel', 'accounts', 'storage', 'config.ts'],
      'open-webhooks.ts': ['kernel', 'accounts', 'admission', 'storage', 'webhooks'],
      'open-sign-in-provider.ts': ['accounts', 'oidc', 'dashboard', 'config.ts'],
      'live-settings.ts': ['kernel', 'search-settings.ts', 'config.ts'],
      'open-telemetry.ts': ['kernel', 'telemetry', 'config.ts', 'tracing-settings.ts', 'live-settings.ts'],
      'engine-code.ts': [],
      'corpus-engine.ts': ['kernel', 'corpus-settings.ts', 'engine-code.ts'],
      'warm-up.ts': [],
      'synonyms-file.ts': ['kernel'],
      'product-engine.ts': [
        'steps',
        'storage',
        'config.ts',
        'corpus-settings.ts',
        'live-settings.ts',
        'engine-code.ts',
        'corpus-engine.ts',
        'warm-up.ts',
        'synonyms-file.ts',
      ],
      'engine-pool': ['kernel', 'steps', 'corpus-engine.ts', 'warm-up.ts'],
      'engine-when-needed.ts': ['config.ts', 'live-settings.ts', 'product-engine.ts', 'engine-pool'],
      'inspect-redis.ts': ['kernel', 'jobs'],
      'readiness.ts': ['kernel'],
      'first-link.ts': ['kernel', 'accounts', 'storage', 'config.ts'],
      'service-state.ts': ['dashboard', 'storage', 'corpus-engine.ts', 'readiness.ts'],
      'close-service.ts': ['kernel', 'jobs'],
      'open-cluster.ts': ['kernel', 'jobs', 'admission', 'storage', 'config.ts', 'measure-writes.ts'],
      'open-jobs.ts': ['kernel', 'jobs', 'admission', 'storage', 'config.ts', 'measure-writes.ts', 'open-cluster.ts'],
      'open-work.ts': ['*'],
      'open-site.ts': ['*'],
      'wiring.ts': ['*'],
      'node-version.ts': [],
      'tune-v8.ts': [],
      'asked-folder.ts': ['kernel', 'storage', 'setting-readers.ts', 'config.ts'],
      cli: [
        'kernel',
        'telemetry',
        'protocol',
        'accounts',
        'opensearch',
        'setting-readers.ts',
        'search-settings.ts',
        'config.ts',
        'asked-folder.ts',
        'inspect-redis.ts',
        'listen.ts',
        'open-storage.ts',
        'open-sign-in-provider.ts',
        'live-settings.ts',
        'corpus-engine.ts',
        'synonyms-file.ts',
        'product-engine.ts',
        'engine-when-needed.ts',
        'wiring.ts',
      ],
      'index.ts': [
        'kernel',
        'accounts',
        'setting-readers.ts',
        'config.ts',
        'corpus-engine.ts',
        'product-engine.ts',
        'wiring.ts',
      ],
      'main.ts': ['node-version.ts', 'tune-v8.ts', 'engine-when-needed.ts', 'cli'],
    },
  },
}

const tests = '\\.test(-d)?\\.ts$|/test/'
const notTests = { pathNot: tests }
const any = (names) => `(${names.join('|')})`
const literal = (text) => text.replace(/[.\\/]/g, '\\$&')
/** The folder of a storage dialect: whichever lies in `storage` beside `sql`, which all dialects share. */
const dialect = '((?!sql/)[^/]+)'
/** A row that is a file at the root; the others are folders. */
const isFile = (row) => /\.(ts|json)$/.test(row)

const forbidden = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'resolvable',
    severity: 'error',
    // What other runtimes load is the built package.
    from: { pathNot: '^packages/sdk/runtimes/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'declared',
    comment: 'A package imports what its own package.json lists, but for what it takes into its bundle, and for peers.',
    severity: 'error',
    from: { path: '^packages/[^/]+/src', ...notTests },
    // These are listed for development alone: a bundle has the first ones in it, the second ones are peers.
    to: {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
      pathNot: [
        '^packages/',
        'node_modules/(@ai-sdk/[^/]+|@modelcontextprotocol/sdk|@simplewebauthn/server)/',
        'node_modules/(@asciidoctor/core|ai|csv-parse|eventsource-parser|hono|kysely|prom-client)/',
        'node_modules/(@opentelemetry/[^/]+|bullmq|ioredis|react|zod)/',
      ],
    },
  },
  {
    name: 'examples-use-doors',
    comment: 'An example sees published packages only, as a user would.',
    severity: 'error',
    from: { path: '^examples/' },
    to: {
      path: '^packages/[^/]+/src/(?!index\\.ts$|node\\.ts$|citations/index\\.ts$|contract/index\\.ts$|ai/index\\.ts$|react/index\\.ts$|relay/index\\.ts$|conformance/index\\.ts$)',
    },
  },
  {
    name: 'storage-dialects-stay-behind-their-door',
    comment: 'Only storage/dialects.ts knows which databases there are.',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${tests}|^packages/server/src/storage/(dialects\\.ts$|${dialect}/)`,
    },
    to: { path: `^packages/server/src/storage/${dialect}/` },
  },
  {
    name: 'storage-dialects-are-independent',
    comment: 'A storage dialect imports nothing of another one.',
    severity: 'error',
    from: { path: `^packages/server/src/storage/${dialect}/`, ...notTests },
    to: { path: `^packages/server/src/storage/${dialect}/`, pathNot: '^packages/server/src/storage/$1/' },
  },
  {
    name: 'sdk-runs-anywhere',
    comment: 'No node: module is reachable from the client.',
    severity: 'error',
    from: { path: '^packages/sdk/src', ...notTests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'sdk-without-zod',
    comment: 'Only the contract door loads zod.',
    severity: 'error',
    from: {
      path: '^packages/sdk/src',
      pathNot: `${tests}|^packages/sdk/src/contract/(schemas|read-request|index)\\.ts$`,
    },
    to: { path: '(^|/)zod/|^packages/sdk/src/contract/(schemas|read-request|index)\\.ts$' },
  },
]

/** Where a row's files are: a root file, or a folder without the rows that lie in it. */
function placeOf(src, row, rows) {
  if (isFile(row)) return { path: `${src}/${literal(row)}$` }
  const within = rows.filter((other) => other.startsWith(`${row}/`)).map((other) => `${src}/${literal(other)}`)
  return { path: `${src}/${row}/`, pathNot: [tests, ...within].join('|') }
}

/** The rows that a row names, `*` spelt out. */
const named = (names, row, rows) => (names.includes('*') ? rows.slice(0, rows.indexOf(row)) : names)

for (const [name, { outside, rows: table }] of Object.entries(packages)) {
  const src = `^packages/${name}/src`
  const rows = Object.keys(table)
  const dependencies = Object.keys(outside)
  const workspace = dependencies.filter((dependency) => dependency.startsWith('@deep-research/'))
  const from = { path: `${src}/`, ...notTests }
  forbidden.push(
    {
      name: `${name}-outside`,
      comment: `${name} may import from outside only: ${dependencies.join(', ')}.`,
      severity: 'error',
      from,
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
        pathNot: `node_modules/${any(dependencies.map(literal))}/|^packages/`,
      },
    },
    {
      name: `${name}-workspace`,
      comment: `${name} may import of its siblings only: ${workspace.join(', ') || 'none'}.`,
      severity: 'error',
      from,
      to: {
        path: '^packages/',
        pathNot: [name, ...workspace.map((each) => each.split('/')[1])].map((each) => `^packages/${each}/`).join('|'),
      },
    },
    {
      name: `${name}-row`,
      comment: `A root file or room of ${name} that has no row.`,
      severity: 'error',
      from: {
        path: `${src}/`,
        pathNot: `${tests}|\\.d\\.ts$|${src}/${any(rows.map((row) => (isFile(row) ? `${literal(row)}$` : `${row}/`)))}`,
      },
      to: {},
    },
  )
  for (const [dependency, users] of Object.entries(outside)) {
    if (users.includes('*')) continue
    forbidden.push({
      name: `${name}-${dependency}`,
      comment: `Of ${name}, only ${users.join(', ')} may import ${dependency}.`,
      severity: 'error',
      from: { path: `${src}/`, pathNot: [tests, ...users.map((row) => placeOf(src, row, rows).path)].join('|') },
      to: { path: `node_modules/${literal(dependency)}/`, dependencyTypesNot: ['local'] },
    })
  }
  for (const [row, names] of Object.entries(table)) {
    const allowed = named(names, row, rows)
    forbidden.push({
      name: `${name}-${row}`,
      comment: `${name}/${row} may import of its package only: ${allowed.join(', ') || 'itself'}.`,
      severity: 'error',
      from: { ...notTests, ...placeOf(src, row, rows) },
      to: {
        path: `${src}/`,
        pathNot: [row, ...allowed].map((each) => `${src}/${literal(each)}${isFile(each) ? '$' : '/'}`).join('|'),
      },
    })
  }
}

// The contract is what siblings share; the client is for tests and users.
for (const name of ['mock', 'engine', 'server']) {
  forbidden.push({
    name: `${name}-contract-only`,
    comment: `${name} imports the SDK's contract, never its client. The command line is a user of services.`,
    severity: 'error',
    from: { path: `^packages/${name}/src`, pathNot: `${tests}|^packages/server/src/cli/` },
    to: { path: '^packages/sdk/', pathNot: '^packages/sdk/src/contract/index\\.ts$' },
  })
}

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    // Anchored: an unanchored `dist` would hide every npm package whose entry lies in a folder of that name.
    // The example for Next.js is no part of the workspace: what it imports is installed where it is built.
    exclude: { path: '^(packages|examples)/[^/]+/(dist|coverage)/|^examples/nextjs/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@deep-research/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
