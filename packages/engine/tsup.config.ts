import { defineConfig } from 'tsup'

export default defineConfig({
  // The workers are started by their addresses, beside the bundle.
  entry: {
    index: 'src/index.ts',
    'pdf-worker': 'src/corpus/readers/pdf-worker.ts',
    'docx-worker': 'src/corpus/readers/docx-worker.ts',
  },
  format: ['esm'],
  dts: { entry: { index: 'src/index.ts' } },
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
})
