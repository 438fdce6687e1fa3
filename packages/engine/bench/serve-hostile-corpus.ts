import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderSource, openEmbeddedEngine } from '../src/index.ts'
import { hostileFiles } from '../test/corpus/hostile-files.ts'

/** Serves `/healthz` over a corpus to whose folder `/add` adds a hostile file, and from which `/remove` takes it, in one process. */
const files = hostileFiles(Number(process.argv[2]))
const folder = mkdtempSync(join(tmpdir(), 'deep-research-hostile-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
process.on('SIGTERM', () => process.exit(0))
writeFileSync(join(folder, 'reef.md'), '# Reefs\n\nCorals are animals.\n')
const engine = await openEmbeddedEngine({
  sources: [folderSource(folder)],
  indexFile: join(mkdtempSync(join(folder, '.index-')), 'index.db'),
})
let file = files[0]

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = join(folder, file?.name ?? '')
  if (url.pathname === '/healthz') return response.end('"ok"')
  if (url.pathname === '/prepare') {
    file = files[Number(url.searchParams.get('file'))]
    writeFileSync(join(folder, `.${file?.name}`), file?.body() ?? '')
    return response.end('"ok"')
  }
  if (url.pathname === '/add') renameSync(join(folder, `.${file?.name}`), path)
  if (url.pathname === '/remove') rmSync(path)
  await engine.corpus.refresh()
  const problems = engine.corpus.problems.map(({ message }) => message)
  return response.end(JSON.stringify({ problems, rss: process.resourceUsage().maxRSS }))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
