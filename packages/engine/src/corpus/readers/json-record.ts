import type { Block } from '../types.ts'
import { defined } from './metadata.ts'

/** What a record of a file of JSON lines says, once it is known to be sound. */
export interface JsonRecord {
  id: string | number | undefined
  title: string
  /** As given, white space included: offsets must hold in the owner's text. */
  text: string
  /** As in `Block`; offsets are UTF-16 code units of the record's text. */
  blocks: Block[] | undefined
  /** All that it holds. */
  fields: Record<string, unknown>
}

type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

const KINDS: ReadonlySet<unknown> = new Set<Block['kind']>([
  'heading',
  'paragraph',
  'item',
  'row',
  'code',
  'quote',
  'turn',
  'caption',
  'furniture',
])

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isPlace: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const RECORD: Readonly<Record<string, Check>> = {
  id: orNone((value) => isText(value) || Number.isFinite(value)),
  title: (value) => typeof value === 'string' && value.trim() !== '',
  text: (value) => typeof value === 'string' && /\S/.test(value),
}

const BLOCK: Readonly<Record<keyof Block, Check>> = {
  start: isPlace,
  end: isPlace,
  kind: (value) => KINDS.has(value),
  path: orNone(Array.isArray),
  level: orNone(isPlace),
  depth: orNone(isPlace),
  number: orNone(isPlace),
  language: orNone(isText),
  speaker: orNone(isText),
}

/**
 * Checks what a line holds, by hand: loading a library for it takes as long as reading some hundred records.
 * @throws {Error} naming the fields that are of no use
 */
export function recordIn(line: unknown): JsonRecord {
  if (!isFields(line)) throw new Error('is not an object')
  const given = line['blocks']
  const wrong = [...wrongIn(line, RECORD), ...wrongBlocks(given)]
  if (wrong.length > 0) throw new Error(`has no usable ${wrong.map((field) => `"${field}"`).join(', ')}`)
  const blocks = given === undefined ? undefined : (given as Fields[]).map(blockIn)
  const title = String(line['title']).trim()
  return { id: line['id'] as JsonRecord['id'], title, text: String(line['text']), blocks, fields: { ...line, title } }
}

function wrongIn(fields: Fields, checks: Readonly<Record<string, Check>>): string[] {
  return Object.keys(checks).filter((name) => !checks[name]?.(fields[name]))
}

/** The places of what is wrong in blocks: "blocks.0.kind". */
function wrongBlocks(given: unknown): string[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) return ['blocks']
  return given.flatMap((block: unknown, at) => {
    if (!isFields(block)) return [`blocks.${at}`]
    const path = Array.isArray(block['path']) ? block['path'] : []
    const titles = path.flatMap((title: unknown, i) => (isText(title) ? [] : [`path.${i}`]))
    return [...wrongIn(block, BLOCK), ...titles].map((name) => `blocks.${at}.${name}`)
  })
}

/** A block of the fields that are known, and of no others. */
function blockIn({ path = [], ...given }: Fields): Block {
  const known = Object.keys(BLOCK).map((name) => [name, name === 'path' ? path : given[name]])
  return defined(Object.fromEntries(known)) as unknown as Block
}
