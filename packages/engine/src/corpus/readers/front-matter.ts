import { parse } from 'yaml'

/** A text without its front matter, and the fields of that. */
export interface FrontMatter {
  fields: Record<string, unknown>
  body: string
  warning?: string
}

/** The lines between two of "---", or as Hugo has them of "+++"; no blank line follows the first one. */
const BLOCK = /^(---|\+\+\+)[^\S\n]*\r?\n(?![^\S\n]*\r?\n)([\s\S]*?)(?:^|\r?\n)(?:\1|\.\.\.)[^\S\n]*(?:\r?\n|$)/
const LINE = /^([\p{L}_][\p{L}\p{N}_. -]{0,60})\s?[:=](?:\s+(\S.*)|\s*)$/u
/** UTF-16 units. */
const LONGEST = 100_000

/**
 * Cuts off front matter: YAML, TOML or JSON. What is no list of fields is text. Of YAML with a fault the lines that can be read
 * are used, and a warning says so.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const head = text.slice(0, LONGEST)
  const [whole, mark, block = ''] = BLOCK.exec(head) ?? []
  if (whole === undefined) return splitJson(text, head)
  const body = text.slice(whole.length)
  if (mark === '+++') return { fields: fieldsByLine(block) ?? {}, body }
  try {
    const fields: unknown = parse(block, { logLevel: 'error', prettyErrors: false, maxAliasCount: 100 })
    if (fields === null) return { fields: {}, body }
    return isMapping(fields) ? { fields: { ...fields }, body } : { fields: {}, body: text }
  } catch (error) {
    const fields = fieldsByLine(block)
    if (fields === undefined) return { fields: {}, body: text }
    const fault = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { fields, body, warning: `has front matter that is not YAML (${fault}); only its plain lines are used` }
  }
}

function splitJson(text: string, head: string): FrontMatter {
  const last = head.startsWith('{\n') || head.startsWith('{\r\n') ? head.indexOf('\n}') + 1 : 0
  if (last === 0) return { fields: {}, body: text }
  const end = head.indexOf('\n', last)
  const block = head.slice(0, end < 0 ? undefined : end + 1)
  try {
    const fields: unknown = JSON.parse(block)
    if (isMapping(fields)) return { fields: { ...fields }, body: text.slice(block.length) }
  } catch {
    // It is a text that begins with a brace.
  }
  return { fields: {}, body: text }
}

/** What each line says by itself; undefined where hardly any line is a field. */
function fieldsByLine(block: string): Record<string, unknown> | undefined {
  const lines = block.split(/\r?\n/).filter((line) => /^[^\s#-]/.test(line))
  const found = lines.flatMap((line) => {
    const [, name, value = ''] = LINE.exec(line) ?? []
    return name === undefined ? [] : [[name.trim(), readValue(value)] as const]
  })
  return found.length > 0 && found.length * 2 >= lines.length ? Object.fromEntries(found) : undefined
}

function readValue(value: string): unknown {
  try {
    const read: unknown = parse(value, { logLevel: 'error', prettyErrors: false, maxAliasCount: 0 })
    return isMapping(read) ? value : read
  } catch {
    return /^[[{"'&*!|>]/.test(value) ? undefined : value
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
