/** What stands between the first part of an element of MathML and the next: "x^2", "a/b". */
const BETWEEN: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  mfrac: ['/'],
  mroot: ['^1/'],
  mover: ['^'],
  munder: ['_'],
  munderover: ['_', '^'],
  mtr: [', ', ', '],
  mtable: ['; ', '; '],
}

/** Writes a formula of MathML as text in a line. */
export class Formula {
  text = ''
  readonly #open: { name: string; parts: number; closes: string }[] = []

  begin(name: string): void {
    const outer = this.#open.at(-1)
    const between = BETWEEN[outer?.name ?? '']
    if (outer) outer.parts += 1
    const sign = outer && outer.parts > 1 ? between?.[Math.min(outer.parts - 2, between.length - 1)] : undefined
    this.text += sign ?? ''
    const isGroup = name === 'mrow' && between !== undefined && !outer?.name.startsWith('mt')
    if (name === 'msqrt' || name === 'mroot') this.text += '√('
    else if (isGroup) this.text += '('
    this.#open.push({ name, parts: 0, closes: name === 'msqrt' || name === 'mroot' || isGroup ? ')' : '' })
  }

  write(text: string): void {
    this.text += text.trim()
  }

  /** An element ends; true: it was the outermost one. */
  end(): boolean {
    this.text += this.#open.pop()?.closes ?? ''
    return this.#open.length === 0
  }
}
