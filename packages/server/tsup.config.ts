import { defineConfig, type Options } from 'tsup'
import { writeNotices } from '../../scripts/release/notices.ts'

const common: Options = {
  format: ['esm'],
  target: 'node22',
  platform: 'node',
  // node:sqlite has no name without the prefix.
  removeNodeProtocol: false,
  // A third of all the files that a start would load were its 255; as one it starts a fifth sooner.
  // The others are needed in part, or by few, and would bring packages that nobody else here needs.
  noExternal: [
    'kysely',
    'hono',
    '@simplewebauthn/server',
    /^@modelcontextprotocol\/sdk/,
    // It brings a tree with its tests and all of OpenTelemetry's interface, for a quantile and an exemplar.
    ...['prom-client', 'tdigest', 'bintrees', '@opentelemetry/api'],
  ],
  // Some of them are CommonJS, which requires modules of Node.
  banner: {
    js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
  },
  external: ['@deep-research/demo-corpus'],
}

const program = { index: 'src/index.ts', main: 'src/main.ts' }
// Built apart, so that the program does not consist of the many pieces that it shares with them.
const threads = { 'sqlite-worker': 'src/storage/sqlite/worker.ts', 'engine-worker': 'src/engine-pool/worker.ts' }

const notices = writeNotices('dist/THIRD-PARTY-NOTICES.md')

export default defineConfig([
  { ...common, entry: program, dts: { entry: program }, clean: true, esbuildPlugins: [notices] },
  { ...common, entry: threads },
])
