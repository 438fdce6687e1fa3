import { UnreadableContentError } from '../readers/decode.ts'
import { readMarkdown } from '../readers/markdown.ts'
import type { DocumentParts } from '../readers/metadata.ts'

/**
 * Reads a notebook of Jupyter (nbformat 4, https://nbformat.readthedocs.io): its texts, its code, and what the code printed.
 * @throws {UnreadableContentError} for what is no notebook
 */
export async function readNotebook(json: string): Promise<DocumentParts> {
  const { cells, metadata } = objectIn(json)
  if (!Array.isArray(cells)) throw new UnreadableContentError('is not a notebook of Jupyter, version 4')
  const language = textOf(objectOf(objectOf(metadata)['language_info'])['name'])
  return await readMarkdown(cells.flatMap((cell) => partsOf(objectOf(cell), language)).join('\n\n'))
}

function partsOf({ cell_type, source, outputs }: Record<string, unknown>, language: string): string[] {
  const text = textOf(source)
  if (cell_type !== 'code') return [text]
  const printed = Array.isArray(outputs) ? outputs.map((output) => printedBy(objectOf(output))) : []
  return [fenced(text, language), ...printed.map((each) => fenced(each, ''))].filter((part) => part !== '')
}

/** What a cell printed, as text: pictures and pages are left out. */
function printedBy({ text, data, ename, evalue }: Record<string, unknown>): string {
  if (ename !== undefined) return `${textOf(ename)}: ${textOf(evalue)}`
  return text === undefined ? textOf(objectOf(data)['text/plain']) : textOf(text)
}

function fenced(code: string, language: string): string {
  if (code.trim() === '') return ''
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replace(/\s.*/s, '')}\n${code}\n${fence}`
}

function objectIn(json: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(json))
  } catch (cause) {
    throw new UnreadableContentError('is not JSON, as a notebook is', { cause })
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Texts are a string, or a list of its lines. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : String(value ?? '')
}
