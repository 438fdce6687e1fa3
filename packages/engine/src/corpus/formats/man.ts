import { readHtml } from '../readers/html.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { readText } from '../readers/text.ts'
import { escapeHtml } from './xml.ts'

/** Signs that a page names (groff_char(7)). */
const SIGNS: Readonly<Record<string, string>> = {
  aq: "'",
  cq: '’',
  oq: '‘',
  lq: '“',
  rq: '”',
  dq: '"',
  bu: '•',
  em: '—',
  en: '–',
  hy: '-',
  ha: '^',
  ti: '~',
  rs: '\\',
  co: '©',
  rg: '®',
  mu: '×',
  '+-': '±',
  '->': '→',
  '<-': '←',
  '>=': '≥',
  '<=': '≤',
  Fo: '«',
  Fc: '»',
  ga: '`',
  mi: '−',
  // Strings that pod2man and others define for themselves.
  Aq: "'",
  '--': '—',
  'L"': '"',
  'R"': '"',
  'C+': 'C++',
  Tm: '™',
}
const ESCAPE =
  /\\(?:f(?:\[[^\]]{0,20}\]|\(..|.)|\*?\[([^\]]{1,20})\]|\*?\(([^\s]{2})|\*.|s[-+]?\d{1,2}|[mF]\[[^\]]{0,20}\]|([\s\S]))/g
/** What is for terminals ("n") or for printers ("t") alone, or for the others. */
const CONDITION = /^[.']\s{0,9}(ie|if|el)\s{1,9}(?:([nt])\s{1,9})?([.'].{0,2000})$/
/** What begins a page of man(7) or mdoc(7). */
const PAGE = /^[.'][^\S\n]{0,9}(?:TH|Dd|Dt|SH|Sh)\b/m

/** Macros that set their words in another type, and those that do so in turns. */
const TYPES = new Set(
  'B I BI BR IB IR RB RI SB SM Nm Ar Pa Cm Li Sy Em Ev Dv Va Fn Ft Ic Ns Xr Ql Dq Sq Qq Op Fl Aq Lk Mt An In Vt Fa Tn'.split(
    ' ',
  ),
)
const PARAGRAPHS = new Set(['PP', 'P', 'LP', 'Pp', 'HP', 'sp', 'RS', 'RE', 'br'])
const CODE = new Set(['nf', 'EX', 'Bd', 'Vb'])
const CODE_ENDS = new Set(['fi', 'EE', 'Ed', 'Ve'])
/** What says nothing to a reader: how a page is set, what a word stands for, and what is told elsewhere. */
const SILENT = new Set(
  'Dd Os Bl El Sm Bk Ek Rs Re de ds ie el if nr tr so ad na hy nh ta in ll ne po ps vs ft IX PD DT UE ME am rm rr als ig'.split(
    ' ',
  ),
)

/**
 * Reads a page of a manual as it is written for man (man(7), mdoc(7)): sections, terms with what explains them, and code. What is
 * none, as a log of that ending, is read as plain text.
 */
export function readMan(written: string): DocumentParts {
  if (!PAGE.test(written)) return readText(written)
  const page = new ManPage()
  for (const line of written.replace(/\\\n/g, '').split(/\r?\n/)) page.line(line)
  const { title: _first, ...parts } = readHtml(page.html)
  return { ...(page.title !== '' && { title: page.title }), ...parts }
}

/** Makes HTML of a page, line by line. */
class ManPage {
  title = ''
  #html = ''
  #isCode = false
  /** The next line is a term, and what follows explains it. */
  #expects: 'term' | undefined
  /** What mdoc names once, and means again without a name. */
  #name = ''
  /** Whether what is said of other cases is shown. */
  #isOtherwise = false

  get html(): string {
    return this.#html
  }

  line(line: string): void {
    if (/^[.'](?:\s{0,9}\\"|\s{0,9}$)/.test(line) || line.startsWith('.\\"')) return
    const [, request, device, own] = CONDITION.exec(line) ?? []
    if (own !== undefined) {
      const holds = request === 'el' ? this.#isOtherwise : device === 'n'
      this.#isOtherwise = request === 'ie' && device === 't'
      if (holds) this.line(own)
      return
    }
    const [, macro, rest = ''] = /^[.']\s{0,9}(\w{1,3})\b\s{0,9}(.{0,2000})$/.exec(line) ?? []
    if (macro === undefined) {
      if (!/^[.']/.test(line)) this.#text(plain(line))
    } else this.#macro(macro, rest)
  }

  #macro(macro: string, rest: string): void {
    const words = argumentsIn(rest)
    if (macro === 'TH' || macro === 'Dt') this.title = `${words[0]?.toLowerCase() ?? ''}(${words[1] ?? ''})`
    else if (macro === 'SH' || macro === 'Sh') this.#heading('h2', words)
    else if (macro === 'SS' || macro === 'Ss') this.#heading('h3', words)
    else if (CODE.has(macro)) this.#code(macro !== 'Bd' || /-(?:literal|unfilled)/.test(rest))
    else if (CODE_ENDS.has(macro)) this.#code(false)
    else if (macro === 'TP' || macro === 'TQ') this.#expects = 'term'
    else if (macro === 'IP') this.#item(words[0] ?? '')
    else if (macro === 'It') this.#item(mdocWords(words, this.#name))
    else if (macro === 'Dl' || macro === 'D1') this.#html += `<pre>${escapeHtml(mdocWords(words, this.#name))}</pre>`
    else if (PARAGRAPHS.has(macro)) this.#paragraph()
    else if (macro === 'Nd') this.#text(`– ${words.join(' ')}`)
    else if (!SILENT.has(macro)) this.#typed(macro, words)
  }

  #typed(macro: string, words: readonly string[]): void {
    if (macro === 'Nm' && words[0] !== undefined && /^\w/.test(words[0])) this.#name ||= words[0]
    const isMdoc = /^[A-Z][a-z\d]/.test(macro)
    const isInTurns = macro.length === 2 && !isMdoc && macro !== 'SM' && macro !== 'SB'
    this.#text(isMdoc ? mdocWords([macro, ...words], this.#name) : words.join(isInTurns ? '' : ' '))
  }

  #heading(name: string, words: readonly string[]): void {
    this.#code(false)
    this.#expects = undefined
    this.#html += `<${name}>${escapeHtml(words.join(' '))}</${name}><p>`
  }

  #paragraph(): void {
    if (this.#isCode) this.#html += '\n'
    else this.#html += '<p>'
  }

  #code(isCode: boolean): void {
    if (isCode === this.#isCode) return
    this.#isCode = isCode
    this.#html += isCode ? '<pre>' : '</pre><p>'
  }

  #item(term: string): void {
    if (/^[•*\-–]?$/u.test(term)) this.#html += '<p>'
    else if (/^\d{1,3}[.)]?$/.test(term)) this.#html += `<p>${term} `
    else this.#html += `<dl><dt>${escapeHtml(term)}</dt><dd></dd></dl><p>`
  }

  #text(text: string): void {
    if (this.#expects === 'term' && text.trim() !== '') {
      this.#expects = undefined
      this.#item(text.trim())
    } else if (text.trim() === '' && !this.#isCode) this.#html += '<p>'
    else this.#html += `${escapeHtml(text)}\n`
  }
}

/** Words of a macro, those in quotation marks together. */
function argumentsIn(rest: string): string[] {
  return (rest.match(/"(?:[^"]|""){0,2000}"|\S{1,2000}/g) ?? []).map((word) =>
    plain(
      word.startsWith('"')
        ? word.slice(1, word.endsWith('"') && word.length > 1 ? -1 : undefined).replaceAll('""', '"')
        : word,
    ),
  )
}

/** A line without what sets its type. */
function plain(text: string): string {
  return text.replace(ESCAPE, (_, bracketed?: string, named?: string, sign?: string) => {
    const name = bracketed ?? named
    if (name !== undefined) return SIGNS[name] ?? ''
    if (sign === 'e') return '\\'
    if (sign === '-' || sign === '.' || sign === "'" || sign === '`') return sign
    return sign === ' ' || sign === '~' || sign === '0' ? ' ' : ''
  })
}

/** Words of mdoc, in which some call macros: "Fl v Ar file" is "-v file". */
function mdocWords(words: readonly string[], name: string): string {
  let text = ''
  let joins = true
  let before = ''
  let ends = ''
  for (const [at, word] of words.entries()) {
    if (word === 'Ns') joins = true
    else if (word === 'Fl') before += '-'
    else if (word === 'Oo' || word === 'Oc') text += word === 'Oo' ? `${joins ? '' : ' '}[` : ']'
    else if (word === 'Op') {
      before += '['
      ends = `]${ends}`
    } else if (word === 'Xr' || TYPES.has(word) || word === 'No') {
      if (word === 'Nm' && (at + 1 === words.length || TYPES.has(words[at + 1] ?? '')))
        text += `${joins ? '' : ' '}${name}`
    } else {
      const isSign = /^[.,:;)\]]$/.test(word)
      text += `${joins || isSign ? '' : ' '}${before}${word}`
      before = ''
      joins = false
      continue
    }
    if (word !== 'Ns' && text === '') joins = true
  }
  return text + before + ends
}
