import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', citations: 'src/citations/index.ts', contract: 'src/contract/index.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  target: 'node22',
  platform: 'neutral',
})
