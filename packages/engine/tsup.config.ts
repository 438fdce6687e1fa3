import { defineConfig } from 'tsup'

export default defineConfig({
  // The worker is started by its address, beside the bundle.
  entry: { index: 'src/index.ts', 'pdf-worker': 'src/corpus/readers/pdf-worker.ts' },
  format: ['esm'],
  dts: { entry: { index: 'src/index.ts' } },
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
})
