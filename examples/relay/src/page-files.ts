import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const folder = join(import.meta.dirname, '../page')
const { outputFiles } = buildSync({
  entryPoints: [join(folder, 'page.ts')],
  bundle: true,
  format: 'esm',
  write: false,
  // Only in a clone of the repository, where the packages are not built.
  conditions: ['@deep-research/source'],
})

/** What the page consists of: by path, the media type and the text. */
export const pageFiles: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': ['text/html', readFileSync(join(folder, 'index.html'), 'utf8')],
  '/page.js': ['text/javascript', outputFiles[0]?.text ?? ''],
}
