import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({ test: { pool: 'vmThreads', include: ['*.test.mjs'] } })
