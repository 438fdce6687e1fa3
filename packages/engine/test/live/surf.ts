import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { memoryLibrary } from '../memory-library.ts'
import { loopbackWeb } from '../web/fetch/loopback-web.ts'
import { scriptedService } from '../web/search/scripted-web.ts'
import { type LiveTest, liveEngine } from './support.ts'

/** Pages by their host and path, and what a search service says of them. */
export const PAGES: Record<string, string> = {
  'harbour.example/bridge': `<title>Harbour Bridge</title><meta name="author" content="Ida Berg"><meta name="date" content="1951-03-02">
    <p>The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work. ${'Its arch is seen from afar by all who come by sea. '.repeat(6)}</p>`,
  'people.example/olsen': `<title>Mira Olsen</title>
    <p>Mira Olsen was an engineer. She was born in Tromsø in 1889 and taught there for 20 years. ${'Her papers are kept by the city library of the town. '.repeat(6)}</p>`,
}
export const RESULTS = [
  { url: 'http://harbour.example/bridge?utm_source=x', title: 'Harbour Bridge', content: 'A bridge.' },
  { url: 'http://people.example/olsen', title: 'Mira Olsen', content: 'An engineer.' },
]

interface Surf extends LiveTest {
  pages?: Record<string, string>
  /** What each search gives. */
  results?: object[] | ((query: string) => object[])
}

/** An engine that searches a scripted service and reads scripted pages. */
export async function surfer({ pages = PAGES, results = RESULTS, ...options }: Surf = {}) {
  const asked: string[] = []
  const web = await loopbackWeb((request, response) => {
    const key = `${request.headers.host}${request.url?.replace(/\?.*/, '')}`
    asked.push(key)
    const page = pages[key]
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const service = await scriptedService(({ url }) => ({
    json: { results: typeof results === 'function' ? results(url.searchParams.get('q') ?? '') : results },
  }))
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const pagesFile = join(folder, 'pages.db')
  const engine = await liveEngine({
    library: memoryLibrary([]),
    search: [{ name: 'searxng', url: service.url }],
    pagesFile,
    reach: { resolve: web.options.resolve, dial: web.options.dial },
    ...options,
  })
  return { engine, asked, service, web, pagesFile }
}
