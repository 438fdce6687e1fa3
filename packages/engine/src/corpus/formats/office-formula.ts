import { escapeHtml, type XmlElement } from './xml.ts'

/** The elements of MathML for those of Office that say the same. */
const SAME: Readonly<Record<string, string>> = {
  f: 'mfrac',
  sSup: 'msup',
  sSub: 'msub',
  sSubSup: 'msubsup',
  rad: 'msqrt',
  m: 'mtable',
  mr: 'mtr',
  limLow: 'munder',
  limUpp: 'mover',
}
/** Parts of others: each is one in MathML, too. */
const PARTS = new Set(['num', 'den', 'e', 'sup', 'sub', 'lim'])

/** Makes MathML of a formula of Office (OMML), as its elements come. */
export class OfficeFormula {
  html = ''
  /** What stands around the parts of brackets, of those that are open. */
  readonly #brackets: { begins: string; ends: string; parts: number }[] = []
  #isText = false

  open({ name, get }: XmlElement): void {
    const brackets = this.#brackets.at(-1)
    if (name === 't') this.#isText = true
    else if (name === 'd') this.#brackets.push({ begins: '(', ends: ')', parts: 0 })
    else if (name === 'begChr' && brackets) brackets.begins = get('val') ?? ''
    else if (name === 'endChr' && brackets) brackets.ends = get('val') ?? ''
    else if (name === 'chr') this.#sign(get('val') ?? '')
    else if (PARTS.has(name)) {
      if (name === 'e' && brackets && this.#isIn === 'd') this.#sign(brackets.parts++ === 0 ? brackets.begins : ',')
      this.html += '<mrow>'
    } else if (SAME[name]) this.html += `<${SAME[name]}>`
    this.#path.push(name)
  }

  text(text: string): void {
    if (this.#isText) this.html += `<mi>${escapeHtml(text)}</mi>`
  }

  close(name: string): void {
    this.#path.pop()
    if (name === 't') this.#isText = false
    else if (name === 'd') this.#sign(this.#brackets.pop()?.ends ?? '')
    else if (PARTS.has(name)) this.html += '</mrow>'
    else if (SAME[name]) this.html += `</${SAME[name]}>`
  }

  readonly #path: string[] = []

  get #isIn(): string | undefined {
    return this.#path.at(-1)
  }

  #sign(sign: string): void {
    if (sign !== '') this.html += `<mo>${escapeHtml(sign)}</mo>`
  }
}
