/** Writes the parts of a text. */
export interface InlineWriter {
  /** Writes text as it is read, including the marks of citations. */
  text(text: string): string
  code(code: string): string
  strong(content: string): string
  emphasis(content: string): string
  strike(content: string): string
  link(content: string, url: string): string
  /** Writes a line break within a paragraph. */
  lineBreak(): string
}

const DELIMITERS = ['**', '__', '~~', '*', '_'] as const
const WRITES = { '**': 'strong', __: 'strong', '~~': 'strike', '*': 'emphasis', _: 'emphasis' } as const

const ESCAPED = /[!-/:-@[-`{-~]/

function isWordAt(text: string, index: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(index))
}

/** Where a delimiter closes the text that begins at `from`: not after a space and not within a word. */
function closingOf(text: string, delimiter: string, from: number): number {
  for (let at = text.indexOf(delimiter, from + 1); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    const isLonger = delimiter.length === 1 && (text[at + 1] === delimiter || text[at - 1] === delimiter)
    const isInWord = delimiter.length === 1 && isWordAt(text, at + 1)
    if (!isLonger && !isInWord && /\S/.test(text.charAt(at - 1))) return at
  }
  return -1
}

/**
 * Reads one text of Markdown: emphasis, code, links, escapes. What is never closed stays text. Nesting is read up to
 * eight levels, and a delimiter that one search did not find is not searched for again, so that no text takes long.
 */
export function writeInline(text: string, writer: InlineWriter, depth = 0): string {
  const maxDepth = 8
  const missing = new Set<string>()
  let written = ''
  let plain = ''

  function put(content: string): void {
    written += plain === '' ? content : writer.text(plain) + content
    plain = ''
  }

  function search(what: string, find: () => number): number {
    const at = missing.has(what) ? -1 : find()
    if (at === -1) missing.add(what)
    return at
  }

  function code(at: number): number {
    const [run = ''] = /^`+/.exec(text.slice(at)) ?? []
    const end = search(run, () => text.indexOf(run, at + run.length))
    if (end === -1) {
      plain += run
      return at + run.length
    }
    put(writer.code(text.slice(at + run.length, end).trim()))
    return end + run.length
  }

  function link(at: number): number {
    const middle = search('](', () => text.indexOf('](', at))
    const end = middle === -1 ? -1 : search(')', () => text.indexOf(')', middle))
    const url = text.slice(middle + 2, end).trim()
    const label = text.slice(at + 1, middle)
    if (end === -1 || /[\s<>]/.test(url) || label.includes('[')) return 0
    put(writer.link(writeInline(label, writer, depth + 1), url))
    return end + 1
  }

  function delimited(at: number): number {
    const delimiter = DELIMITERS.find((each) => text.startsWith(each, at))
    if (!delimiter || !/\S/.test(text.charAt(at + delimiter.length)) || isWordAt(text, at - 1)) return 0
    const from = at + delimiter.length
    const end = search(delimiter, () => closingOf(text, delimiter, from))
    if (end === -1) return 0
    put(writer[WRITES[delimiter]](writeInline(text.slice(from, end), writer, depth + 1)))
    return end + delimiter.length
  }

  function special(at: number, character: string): number {
    if (character === '\\' && ESCAPED.test(text.charAt(at + 1))) {
      plain += text.charAt(at + 1)
      return at + 2
    }
    if (character === '\n') {
      plain = plain.trimEnd()
      put(writer.lineBreak())
      return at + 1
    }
    if (character === '`') return code(at)
    if (depth >= maxDepth) return 0
    if (character === '[') return link(at)
    if (character === '!' && text[at + 1] === '[') return link(at + 1)
    return delimited(at)
  }

  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    const next = /[\\\n`[!*_~]/.test(character) ? special(at, character) : 0
    if (next === 0) plain += character
    at = next || at + 1
  }
  put('')
  return written
}
