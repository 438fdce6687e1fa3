import type { Address, Addresses } from '@deep-research/demo-corpus'
import type { CorpusSource, DocumentDraft } from '../types.ts'

/**
 * The corpus that can be installed with the engine: the State of the Union addresses of the presidents of the United
 * States. Listing it throws if the package `@deep-research/demo-corpus` is not installed.
 */
export function demoSource(): CorpusSource {
  let loading: Promise<Addresses> | undefined
  let last = ''
  const load = () => {
    loading ??= installed(({ readAddresses }) => readAddresses())
    return loading
  }
  return {
    id: 'demo',
    async *list() {
      const { version, years } = await installed(({ readContents }) => readContents())
      last = `sotu/${years.at(-1)?.year}`
      for (const { year, length } of years) yield { key: `sotu/${year}`, fingerprint: version, bytes: length }
    },
    async *read(key) {
      const { addresses } = await load()
      const found = addresses.filter(({ year }) => key === `sotu/${year}`)
      // They are read in order, and take some 20 MB, which are nobody's after the last.
      if (key === last) loading = undefined
      for (const address of found) yield { document: documentOf(address, found.length > 1) }
    },
  }
}

async function installed<Value>(
  read: (corpus: typeof import('@deep-research/demo-corpus')) => Promise<Value>,
): Promise<Value> {
  try {
    return await read(await import('@deep-research/demo-corpus'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      'The demo corpus is not installed. Set CORPUS to folders and files of your own, or run npm install @deep-research/demo-corpus.',
    )
  }
}

function documentOf({ year, president, text }: Address, shared: boolean): DocumentDraft {
  // In some years both the outgoing and the incoming president spoke.
  const title = `State of the Union Address, ${year}${shared ? ` (${president})` : ''}`
  const slug = president.toLowerCase().replace(/[^a-z]+/g, '-')
  const url = `urn:corpus:sotu/${year}-${slug}`
  return { url, title, text, authors: [president], year, sourceType: 'document', language: 'en' }
}
