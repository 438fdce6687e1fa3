import { defineConfig, type Options } from 'tsup'

const common: Options = {
  format: ['esm'],
  sourcemap: true,
  target: 'node22',
  platform: 'node',
  // node:sqlite has no name without the prefix.
  removeNodeProtocol: false,
  // A third of all the files that a start would load were its 255; as one it starts a fifth sooner.
  noExternal: ['kysely'],
}

const program = { index: 'src/index.ts', main: 'src/main.ts' }
// Built apart, so that the program does not consist of the many pieces that it shares with them.
const threads = { 'sqlite-worker': 'src/storage/sqlite/worker.ts', 'engine-worker': 'src/engine-pool/worker.ts' }

export default defineConfig([
  { ...common, entry: program, dts: { entry: program }, clean: true },
  { ...common, entry: threads },
])
