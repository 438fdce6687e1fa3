import { defineConfig } from 'tsup'
import { writeNotices } from '../../scripts/release/notices.ts'

export default defineConfig({
  // The worker is started by its address, beside the bundle.
  entry: { index: 'src/index.ts', 'pdf-worker': 'src/corpus/readers/pdf-worker.ts' },
  format: ['esm'],
  dts: { entry: { index: 'src/index.ts' } },
  clean: true,
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  // Of the AI SDK, a small part is used: as packages they are a third of a server's whole installation.
  noExternal: ['ai', /^@ai-sdk\//],
  esbuildPlugins: [writeNotices('dist/THIRD-PARTY-NOTICES.md')],
  external: ['@deep-research/demo-corpus'],
})
