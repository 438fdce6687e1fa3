import type { Block } from '../types.ts'

/** What is needed of a record; its other fields are metadata. */
export interface CorpusRecord extends Record<string, unknown> {
  id?: string | number | undefined
  /** Trimmed. */
  title: string
  /** As given, white space included: offsets must hold in the owner's text. */
  text: string
  blocks?: Block[] | undefined
}

const KINDS: ReadonlySet<unknown> = new Set<Block['kind']>([
  ...(['heading', 'paragraph', 'item', 'row', 'code', 'quote', 'turn', 'caption', 'furniture'] as const),
])

const isText = (value: unknown): value is string => typeof value === 'string'
const isPlace = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const orNone = (isValid: (value: unknown) => boolean) => (value: unknown) => value === undefined || isValid(value)

/** What each field of a block is, in the order in which they are kept. */
const OF_BLOCK: Readonly<Record<keyof Block, (value: unknown) => boolean>> = {
  start: isPlace,
  end: isPlace,
  kind: (value) => KINDS.has(value),
  path: orNone((value) => Array.isArray(value) && value.every(isText)),
  level: orNone(isPlace),
  depth: orNone(isPlace),
  number: orNone(isPlace),
  language: orNone(isText),
  speaker: orNone(isText),
  page: orNone(isPlace),
}

/**
 * Checks a record of a file of lines. By hand: a library of schemas takes longer to load than a small corpus to read.
 * @param untitled what a record without a title is called. Default: it has to have one
 * @throws an error that names the fields that are wrong
 */
export function recordIn(value: unknown, untitled?: string): CorpusRecord {
  if (!isObject(value)) throw new Error('is not an object')
  const { id, blocks } = value
  const title = value['title'] ?? untitled
  const text = textIn(value)
  const wrong: string[] = []
  const must = (holds: boolean, field: string) => {
    if (!holds) wrong.push(`"${field}"`)
  }
  must(id === undefined || isText(id) || Number.isFinite(id), 'id')
  must(typeof title === 'string' && title.trim() !== '', 'title')
  must(typeof text === 'string' && /\S/.test(text), 'text')
  const list = blocks === undefined || Array.isArray(blocks) ? blocks : must(false, 'blocks')
  for (const [at, block] of (list ?? []).entries()) {
    if (!isObject(block)) must(false, `blocks.${at}`)
    else for (const [field, isValid] of Object.entries(OF_BLOCK)) must(isValid(block[field]), `blocks.${at}.${field}`)
  }
  if (wrong.length > 0) throw new Error(`has no usable ${wrong.join(', ')}`)
  return {
    ...value,
    title: String(title).trim(),
    text: String(text),
    ...(list && { blocks: list.map(blockOf) }),
  } as CorpusRecord
}

/** The text of a record, by the names that other programs give it; of a conversation, what each says behind the name. */
function textIn({ text, content, body, messages }: Record<string, unknown>): unknown {
  if (text !== undefined || content !== undefined || body !== undefined) return text ?? content ?? body
  if (!Array.isArray(messages)) return undefined
  const turns = messages.filter(isObject).filter(({ content }) => isText(content))
  return turns.map(({ role, from, content }) => `${nameOfRole(role ?? from)}${String(content).trim()}`).join('\n\n')
}

function nameOfRole(role: unknown): string {
  return isText(role) ? `${role.charAt(0).toUpperCase()}${role.slice(1)}: ` : ''
}

/** A block without what is none of its fields. */
function blockOf(block: Record<string, unknown>): Block {
  const fields = Object.keys(OF_BLOCK).flatMap((field) => (block[field] === undefined ? [] : [[field, block[field]]]))
  return { path: [], ...Object.fromEntries(fields) } as unknown as Block
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
