import { parentPort, workerData } from 'node:worker_threads'
import mammoth from 'mammoth'
import { readHtml } from './html.ts'
import type { ThreadAnswer } from './read-in-thread.ts'

/** Pictures are no text: none is taken over. */
const withoutPictures = { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) }

async function extractDocx(bytes: Uint8Array): Promise<ThreadAnswer> {
  const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, withoutPictures)
  const { text, blocks = [] } = readHtml(html)
  const top = blocks.find(({ kind }) => kind === 'heading')
  return { parts: { ...(top && { title: text.slice(top.start, top.end) }), text, blocks } }
}

const answer = await extractDocx(workerData as Uint8Array).catch(
  (): ThreadAnswer => ({ problem: 'is not a readable Word document (broken, protected, or of an old format)' }),
)
parentPort?.postMessage(answer)
