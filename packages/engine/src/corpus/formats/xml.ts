import { Parser } from 'htmlparser2'
import { UnreadableContentError } from '../readers/decode.ts'

/** Elements within each other, and all of a file: no document has more. */
const DEEPEST = 300
const MOST_ELEMENTS = 20_000_000

/** An element of XML, by its name without a prefix. */
export interface XmlElement {
  name: string
  /** What its prefix stands for, shortened: "w", "m"; the prefix itself where that is not known. */
  space: string
  /** The value of an attribute, by its name without a prefix. */
  get(attribute: string): string | undefined
}

/** Sees the elements and texts of a file in their order. */
export interface XmlHandlers {
  open?: (element: XmlElement) => void
  text?: (text: string) => void
  close?: (element: XmlElement) => void
}

/**
 * Parses XML as it comes, so that a long file need not be in memory. Nothing that it refers to is opened.
 * @param spaces short names of namespaces, by what their names hold
 */
export async function parseXml(
  pieces: AsyncIterable<string> | Iterable<string>,
  handlers: XmlHandlers,
  spaces: readonly (readonly [part: string, short: string])[] = [],
): Promise<void> {
  const prefixes = new Map<string, string>()
  const open: XmlElement[] = []
  let elements = 0
  const learn = (attributes: Record<string, string>) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (!name.startsWith('xmlns')) continue
      const short = spaces.find(([part]) => value.includes(part))?.[1]
      if (short !== undefined) prefixes.set(name.slice('xmlns:'.length), short)
    }
  }
  const parser = new Parser(
    {
      onopentag(whole, attributes) {
        learn(attributes)
        elements += 1
        if (elements > MOST_ELEMENTS) throw new UnreadableContentError(`holds more than ${MOST_ELEMENTS} elements`)
        if (open.length >= DEEPEST) throw new UnreadableContentError('is nested too deeply')
        const [prefix, name] = splitName(whole)
        const element: XmlElement = {
          name,
          space: prefixes.get(prefix) ?? prefix,
          get: (attribute) =>
            attributes[attribute] ?? attributes[`${prefix}:${attribute}`] ?? findIn(attributes, attribute),
        }
        open.push(element)
        handlers.open?.(element)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag() {
        const element = open.pop()
        if (element) handlers.close?.(element)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

function splitName(name: string): [prefix: string, local: string] {
  const at = name.indexOf(':')
  return at === -1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

function findIn(attributes: Record<string, string>, local: string): string | undefined {
  for (const name in attributes) if (name.endsWith(`:${local}`)) return attributes[name]
  return undefined
}

/** The texts of elements of a small file, by their names without prefixes, in order. */
export async function textsIn(pieces: AsyncIterable<string>): Promise<ReadonlyMap<string, string[]>> {
  const texts = new Map<string, string[]>()
  let open = ''
  await parseXml(pieces, {
    open: () => {
      open = ''
    },
    text: (text) => {
      open += text
    },
    close: ({ name }) => {
      const text = open.replace(/\s+/g, ' ').trim()
      if (text !== '') texts.set(name, [...(texts.get(name) ?? []), text])
      open = ''
    },
  })
  return texts
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML has it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
}
