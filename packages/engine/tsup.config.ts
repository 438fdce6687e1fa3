import { defineConfig } from 'tsup'
import { writeNotices } from '../../scripts/release/notices.ts'

export default defineConfig({
  // The threads are started by their addresses, beside the bundle.
  entry: {
    index: 'src/index.ts',
    'index-thread': 'src/corpus/index/index-thread.ts',
    'page-thread': 'src/web/reading/page-thread.ts',
  },
  format: ['esm'],
  dts: { entry: { index: 'src/index.ts' } },
  clean: true,
  target: 'node22',
  platform: 'node',
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  // Of these, a small part is used: as packages they are half of a server's whole installation.
  noExternal: ['@asciidoctor/core', 'csv-parse', 'eventsource-parser'],
  // Some of them are CommonJS, which requires modules of Node.
  banner: {
    js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
  },
  esbuildPlugins: [writeNotices('dist/THIRD-PARTY-NOTICES.md')],
  external: ['@deep-research/demo-corpus'],
})
