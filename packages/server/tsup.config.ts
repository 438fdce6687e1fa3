import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    main: 'src/main.ts',
    'sqlite-worker': 'src/storage/sqlite/worker.ts',
    'engine-worker': 'src/engine-pool/worker.ts',
  },
  format: ['esm'],
  dts: { entry: { index: 'src/index.ts', main: 'src/main.ts' } },
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'node',
  // node:sqlite has no name without the prefix.
  removeNodeProtocol: false,
  // A third of all the files that a start would load were its 255; as one it starts a fifth sooner.
  noExternal: ['kysely'],
})
