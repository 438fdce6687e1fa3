import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    conformance: 'src/conformance/index.ts',
    'deep-research-conformance': 'src/bin/deep-research-conformance.ts',
    'deep-research-mock': 'src/bin/deep-research-mock.ts',
  },
  format: ['esm'],
  dts: true,
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'node',
})
