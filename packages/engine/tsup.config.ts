import { defineConfig } from 'tsup'

export default defineConfig({
  // The threads are started by their addresses, beside the bundle.
  entry: {
    index: 'src/index.ts',
    'file-thread': 'src/corpus/readers/file-thread.ts',
    'page-thread': 'src/web/reading/page-thread.ts',
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
