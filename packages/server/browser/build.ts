import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles what the dashboard's pages load; the client's reading side comes from its sources. */
const folder = import.meta.dirname
const outdir = join(folder, '../dist/browser')

rmSync(outdir, { recursive: true, force: true })
await build({
  entryPoints: [
    'page.ts',
    'history.ts',
    'playground.ts',
    'research.ts',
    'cards.ts',
    'passkey.ts',
    'style.css',
    'icon.svg',
  ].map((name) => join(folder, name)),
  outdir,
  conditions: ['@deep-research/source'],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  loader: { '.svg': 'copy' },
  logLevel: 'warning',
})
