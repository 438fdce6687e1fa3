import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { visible } from '#language/visible.ts'
import { yearOf } from '#language/years.ts'
import { UnreadableContentError } from '../readers/decode.ts'
import { readHtml } from '../readers/html.ts'
import { type DocumentParts, defined } from '../readers/metadata.ts'
import { reasonOf } from '../readers/problem.ts'
import { sourceUrl } from '../readers/source-url.ts'
import { readText } from '../readers/text.ts'
import type { DocumentDraft, FilePiece, PieceContent } from '../types.ts'
import { headingPart, joinParts, plainPart } from './join-parts.ts'

/** Messages within messages, and bytes of the lines above a text: more of them are no mail. */
const BOUNDS = { maxNestingDepth: 20, maxHeadersSize: 1024 * 1024, attachmentEncoding: 'arraybuffer' as const }

/**
 * Reads a message (RFC 5322, MIME): who wrote when and to whom, its text, or its page where it has no text, and what it brings
 * by name.
 * @throws {UnreadableContentError} for what is no message
 */
export async function readMail(bytes: Uint8Array): Promise<DocumentParts> {
  const mail = await PostalMime.parse(bytes, BOUNDS).catch((cause: unknown) => {
    throw new UnreadableContentError('is not a readable message', { cause })
  })
  if (mail.headers.length === 0) throw new UnreadableContentError('is not a readable message')
  return partsOf(mail)
}

/** Reads a file of messages (mbox), each as a document. */
export async function readMailbox({ path, baseUrl, bytes }: FilePiece): Promise<PieceContent> {
  const content: PieceContent = { documents: [], problems: [] }
  for (const [at, message] of messagesIn(bytes).entries()) {
    try {
      const { url: _own, warning: _none, ...parts } = await readMail(message)
      if (parts.text.trim() === '') continue
      const record = createHash('sha256').update(message).digest('hex').slice(0, 16)
      const title = parts.title ?? `Message ${at + 1}`
      const draft: DocumentDraft = {
        sourceType: 'document',
        ...parts,
        title,
        url: sourceUrl({ baseUrl, path, record }),
      }
      content.documents.push({ ...draft, path })
    } catch (error) {
      const why = error instanceof UnreadableContentError ? error.message : reasonOf(error)
      content.problems.push(`message ${at + 1} ${why}`)
    }
  }
  return content
}

const LINE_FEED = 10
const FROM = Buffer.from('From ')
/** Bytes. */
const LONGEST_SEPARATOR = 300

/** What parts messages names the sender and a time. */
const SEPARATOR = /^From \S{1,200} .{0,60}\d\d:\d\d/
/** A line of a text that looks like one has a sign before it. */
const QUOTED_FROM = /^>(?=>{0,9}From )/gm

/** A line that parts messages stands after an empty line, or opens the file. */
function messagesIn(bytes: Uint8Array): Uint8Array[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts: number[] = []
  for (let at = all.indexOf(FROM); at !== -1; at = all.indexOf(FROM, at + 1)) {
    const before = all[at - 2] === 13 ? all[at - 3] : all[at - 2]
    if (at !== 0 && (all[at - 1] !== LINE_FEED || before !== LINE_FEED)) continue
    if (SEPARATOR.test(all.toString('latin1', at, at + LONGEST_SEPARATOR))) starts.push(at)
  }
  return starts.map((start, at) => {
    const head = all.indexOf(LINE_FEED, start)
    const message = all.toString('latin1', head === -1 ? all.length : head + 1, starts[at + 1] ?? all.length)
    return Buffer.from(message.replace(QUOTED_FROM, ''), 'latin1')
  })
}

function partsOf(mail: Email): DocumentParts {
  const title = visibleLine(mail.subject ?? '') || undefined
  const date = mail.date !== undefined && !Number.isNaN(Date.parse(mail.date)) ? mail.date : undefined
  const brought = mail.attachments.flatMap(({ filename }) => filename ?? [])
  const about = {
    From: listOf(mail.from ? [mail.from] : []),
    To: listOf(mail.to ?? []),
    Cc: listOf(mail.cc ?? []),
    Date: date === undefined ? '' : new Date(date).toUTCString(),
    Attachments: brought.join(', '),
  }
  const lines = Object.entries(about).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${visibleLine(value)}`))
  const body = mail.text?.trim() ? readText(mail.text) : readHtml(mail.html ?? '')
  const path = title === undefined ? [] : [title]
  const heading = title === undefined ? [] : [headingPart(title, 1)]
  const parts = joinParts([...heading, { ...plainPart(lines.join('\n')), path }, { ...body, path }])
  const authors = mail.from ? [nameOf(mail.from)] : undefined
  return { ...defined({ title, date, year: yearOf(date), authors }), ...parts }
}

/** What others see of a line. */
function visibleLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim()
}

function listOf(addresses: readonly Address[]): string {
  return addresses.map(({ name, address }) => [name, address].filter(Boolean).join(' ')).join(', ')
}

function nameOf({ name, address = '' }: Address): string {
  return name || address
}
