import { defineConfig } from 'tsup'

const doors = { index: 'src/index.ts', node: 'src/node.ts', conformance: 'src/conformance/index.ts' }
const commands = {
  'deep-research-mock': 'src/bin/deep-research-mock.ts',
  'deep-research-conformance': 'src/bin/deep-research-conformance.ts',
}

export default defineConfig({
  entry: { ...doors, ...commands },
  format: ['esm'],
  dts: { entry: doors },
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'node',
  // Without its prefix a module of Node is not found by every runtime that has it.
  removeNodeProtocol: false,
})
