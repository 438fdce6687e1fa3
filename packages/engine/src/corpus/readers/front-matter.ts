import { parse } from 'yaml'

/** A text without its front matter, and the fields of that. */
export interface FrontMatter {
  fields: Record<string, unknown>
  body: string
  warning?: string
}

const BLOCK = /^---[^\S\n]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/m

/** Cuts off YAML front matter. Where it is no YAML, the text is served without it, and a warning says so. */
export function splitFrontMatter(text: string): FrontMatter {
  const block = text.startsWith('---') ? BLOCK.exec(text) : null
  if (block === null || block.index !== 0) return { fields: {}, body: text }
  const body = text.slice(block[0].length)
  try {
    return { fields: fieldsOf(block[1] ?? ''), body }
  } catch (error) {
    const fault = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { fields: {}, body, warning: `has front matter that is not YAML (${fault}); it is served without it` }
  }
}

function fieldsOf(yaml: string): Record<string, unknown> {
  const fields: unknown = parse(yaml, { logLevel: 'error', prettyErrors: false, maxAliasCount: 100 })
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {}
}
