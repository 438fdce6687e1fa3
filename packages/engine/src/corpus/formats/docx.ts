import mammoth from 'mammoth'
import { UnreadableContentError } from '../readers/decode.ts'
import { readHtml } from '../readers/html.ts'
import type { DocumentParts } from '../readers/metadata.ts'

/** Pictures are no text: none is taken over. */
const withoutPictures = { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) }

/**
 * Reads a document of Microsoft Word. To be called in a thread that can be ended: a small file may unpack to a huge one.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readDocx(bytes: Uint8Array): Promise<DocumentParts> {
  const { value: html } = await mammoth
    .convertToHtml({ buffer: Buffer.from(bytes) }, withoutPictures)
    .catch((cause) => {
      throw new UnreadableContentError('is not a readable Word document (broken, protected, or of an old format)', {
        cause,
      })
    })
  const { text, blocks = [] } = readHtml(html)
  const top = blocks.find(({ kind }) => kind === 'heading')
  return { ...(top && { title: text.slice(top.start, top.end) }), text, blocks }
}
