import { type Evidence, follows } from '#evidence/ledger.ts'
import type { AnswerShape } from '#question/kinds.ts'
import { nameOf, namesSubject } from './attribution.ts'
import { pointsBack, tieLength } from './opening.ts'

/** A piece of an answer: text of our own, or words quoted of a sentence that is evidence. */
export type ComposedPart = { kind: 'text'; text: string } | { kind: 'quote'; text: string; evidence: Evidence }

/** Something compared, and which evidence speaks of it. */
export interface ComparedItem {
  name: string
  holds: (evidence: Evidence) => boolean
}

/** What an answer is made of. */
export interface Composition {
  shape: AnswerShape
  /** In order of choice. */
  chosen: readonly Evidence[]
  /** The sentence to begin with; without one there is no answer. */
  lead: Evidence | undefined
  /** False: what is shown is only what comes closest. */
  answered: boolean
  /** Pairs of which one says otherwise than the other. */
  contrasts: readonly (readonly [Evidence, Evidence])[]
  items: readonly ComparedItem[]
}

export const NOTHING_FOUND = 'The sources searched hold nothing on this question.'
export const NOT_ANSWERED = 'The sources searched do not answer this directly. The closest passages:'
export const DIFFER = 'The sources differ here:'
export const DIFFERENTLY = 'Another source differs:'
export const OF_SEVERAL = 'On more than one of them'
export const FURTHER = 'Further'

/** Ends where no sentence does. */
const CUT_OFF = /[,;–—-]["”’)]*\s*$/u

/** Whether a sentence, as it was read, begins inside of one. */
function isCutOff({ document, start }: Evidence): boolean {
  return CUT_OFF.test(document.text.slice(Math.max(0, start - 4), start))
}

const say = (text: string): ComposedPart => ({ kind: 'text', text })

/** The lines of one answer; keeps quoting in one place. */
class Writer {
  readonly parts: ComposedPart[] = []

  say(text: string): void {
    if (text !== '') this.parts.push(say(text))
  }

  /** Begins a paragraph, unless the answer begins. */
  paragraph(): void {
    if (this.parts.length > 0) this.say('\n\n')
  }

  /** Sentences of one document in the order given; what lies between two of them is marked. */
  quotes(evidence: readonly Evidence[]): void {
    evidence.forEach((item, i) => {
      const before = evidence[i - 1]
      const goesOn = before !== undefined && follows(before, item)
      // A sentence that follows in the source as here keeps the word that ties it to the one before.
      const tie = goesOn ? 0 : tieLength(item.quote)
      const text = item.quote.slice(tie).replace(/\s+/g, ' ').trim()
      if (before) this.say(goesOn ? ' ' : ' … ')
      else if (/^\p{Ll}/u.test(text) && (tie > 0 || isCutOff(item))) this.say('… ')
      this.parts.push({ kind: 'quote', text, evidence: item })
      if (CUT_OFF.test(text) && i === evidence.length - 1) this.say(' …')
    })
  }

  /** Sentences of one document, and whence they are. */
  passage(evidence: readonly Evidence[]): void {
    const [first] = evidence
    if (!first) return
    const name = nameOf(first.document)
    // Where the name of the source says of whom "he" is, it has to come first.
    if (pointsBack(first.quote) && namesSubject(first.document)) {
      this.say(`${name}: `)
      this.quotes(evidence)
    } else {
      this.quotes(evidence)
      this.say(` — ${name}`)
    }
  }

  bullets(passages: readonly (readonly Evidence[])[]): void {
    passages.forEach((passage, i) => {
      this.say(i > 0 ? '\n- ' : '- ')
      this.passage(passage)
    })
  }
}

/** What is quoted of each document, in its order; documents in the order of their first sentence in `evidence`. */
function byDocument(evidence: Iterable<Evidence>): Evidence[][] {
  const groups = Map.groupBy(evidence, ({ document }) => document.id)
  return [...groups.values()].map((group) => group.sort((a, b) => a.start - b.start))
}

/** What is quoted, document by document, in runs of sentences that adjoin in their source. */
function passages(evidence: Iterable<Evidence>): Evidence[][] {
  const found: Evidence[][] = []
  for (const item of byDocument(evidence).flat()) {
    const last = found.at(-1)?.at(-1)
    if (last?.document.id === item.document.id && follows(last, item)) found.at(-1)?.push(item)
    else found.push([item])
  }
  return found
}

/**
 * Puts chosen sentences in order. The one that answers best comes first, with what adjoins it; where two sources
 * differ, both follow side by side; then comes the rest, in the shape that the question asks for. Nothing is quoted
 * twice.
 */
export function compose(composition: Composition): ComposedPart[] {
  const { shape, chosen, lead, answered, items, contrasts } = composition
  const writer = new Writer()
  if (!lead) return [say(NOTHING_FOUND)]
  if (!answered) {
    writer.say(`${NOT_ANSWERED}\n\n`)
    writer.bullets(passages([lead, ...chosen.filter((item) => item !== lead)]))
    return writer.parts
  }
  const opening = passages(chosen).find((run) => run.includes(lead)) ?? [lead]
  if (shape === 'list') {
    writer.bullets([opening, ...passages(chosen.filter((item) => !opening.includes(item)))])
    return writer.parts
  }
  // What compares begins with a sentence that speaks of several of the things compared, or with the first of them.
  const compares = shape === 'comparison' && items.length > 1
  const several = items.filter(({ holds }) => holds(lead)).length > 1
  const begun = !compares || several ? fromLead(opening, lead) : []
  writer.passage(begun)
  const differing = [...new Set(contrasts.flat())].filter((item) => !begun.includes(item))
  if (differing.length > 0) {
    writer.paragraph()
    writer.say(`${differing.length === 1 ? DIFFERENTLY : DIFFER}\n`)
    writer.bullets(differing.map((item) => [item]))
  }
  const left = chosen.filter((item) => !begun.includes(item) && !differing.includes(item))
  if (compares) compared(items, left, writer)
  else if (shape === 'topic') topic(left, writer)
  else {
    for (const group of byDocument(left)) {
      writer.paragraph()
      writer.passage(group)
    }
  }
  return writer.parts
}

/** An answer does not begin with what leads up to it, unless that says of what it speaks. */
function fromLead(run: readonly Evidence[], lead: Evidence): readonly Evidence[] {
  const at = run.indexOf(lead)
  return pointsBack(lead.quote) ? run.slice(Math.max(0, at - 1)) : run.slice(at)
}

/** A section for each document, by year where all have one. */
function topic(evidence: readonly Evidence[], writer: Writer): void {
  const groups = byDocument(evidence)
  const dated = groups.every(([first]) => first?.document.year !== undefined)
  const year = ([first]: readonly Evidence[]) => first?.document.year ?? 0
  for (const group of dated ? groups.toSorted((a, b) => year(a) - year(b)) : groups) {
    const [first] = group
    if (!first) continue
    writer.paragraph()
    writer.say(`**${nameOf(first.document)}**\n`)
    writer.quotes(group)
  }
}

/** A block for each thing compared, in the question's order; what speaks of several comes first. */
function compared(items: readonly ComparedItem[], evidence: readonly Evidence[], writer: Writer): void {
  const spoken = Map.groupBy(evidence, (item) => {
    const [first, ...others] = items.filter(({ holds }) => holds(item))
    return others.length > 0 ? OF_SEVERAL : (first?.name ?? FURTHER)
  })
  for (const title of [OF_SEVERAL, ...items.map(({ name }) => name), FURTHER]) {
    const held = spoken.get(title)
    if (!held) continue
    writer.paragraph()
    writer.say(`**${title}**\n`)
    writer.bullets(passages(held))
  }
}
