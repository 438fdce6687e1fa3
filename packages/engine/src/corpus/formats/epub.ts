import { posix } from 'node:path'
import { declaredEncoding, decodeText } from '../readers/decode.ts'
import { readHtml } from '../readers/html.ts'
import { type DocumentMetadata, type DocumentParts, metadataOf } from '../readers/metadata.ts'
import { joinParts, type Part } from './join-parts.ts'
import { parseXml, textsIn } from './xml.ts'
import { readZipped, type Zip } from './zip.ts'

/** Chapters of a book: more of them are none. */
const MOST_CHAPTERS = 10_000

/**
 * Reads a book (EPUB 2 and 3): its chapters in their order, without the table of contents.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readEpub(bytes: Uint8Array): Promise<DocumentParts> {
  return await readZipped(bytes, 'EPUB book', async (zip) => {
    const { file, chapters, about } = await packageIn(zip)
    const parts: Part[] = []
    for (const href of chapters) {
      const content = await zip.bytes(posix.join(posix.dirname(file), href))
      if (content === undefined) continue
      const { text } = decodeText(content, { declared: declaredEncoding(content) })
      parts.push(readHtml(text))
    }
    return { ...about, ...joinParts(parts) }
  })
}

interface Package {
  file: string
  /** Places of the chapters, below that of the package. */
  chapters: string[]
  about: DocumentMetadata
}

async function packageIn(zip: Zip): Promise<Package> {
  let file = ''
  await parseXml(zip.text('META-INF/container.xml'), {
    open({ name, get }) {
      if (name === 'rootfile') file ||= get('full-path') ?? ''
    },
  })
  if (!zip.has(file)) throw new Error('it has no package')
  const places = new Map<string, string>()
  const spine: string[] = []
  await parseXml(zip.text(file), {
    open({ name, get }) {
      const isChapter = /html/.test(get('media-type') ?? '') && !/\bnav\b/.test(get('properties') ?? '')
      if (name === 'item' && isChapter) places.set(get('id') ?? '', placeIn(get('href') ?? ''))
      if (name === 'itemref' && get('linear') !== 'no') spine.push(get('idref') ?? '')
    },
  })
  const texts = await textsIn(zip.text(file))
  const about = metadataOf({
    title: texts.get('title')?.[0],
    authors: texts.get('creator'),
    publisher: texts.get('publisher')?.[0],
    date: texts.get('date')?.[0],
    language: texts.get('language')?.[0],
  })
  return { file, chapters: spine.slice(0, MOST_CHAPTERS).flatMap((id) => places.get(id) ?? []), about }
}

/** A place as it is named in the book: an address has some signs in another form. */
function placeIn(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
