import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    citations: 'src/citations/index.ts',
    contract: 'src/contract/index.ts',
    ai: 'src/ai/index.ts',
    react: 'src/react/index.ts',
    relay: 'src/relay/index.ts',
    types: 'src/types.ts',
  },
  format: ['esm', 'cjs'],
  dts: {
    // Streams are AsyncDisposable, which a reader's own `lib` may lack.
    banner: '/// <reference lib="esnext.disposable" />',
    compilerOptions: { stripInternal: true },
  },
  clean: true,
  target: 'node22.18',
  platform: 'neutral',
})
