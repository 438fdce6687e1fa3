import { type Evidence, lengthOf, type Quotation } from '#evidence/ledger.ts'
import type { Answering } from './answering.ts'
import { answeringFirst } from './answering-first.ts'
import { ofEachDocument, passages } from './by-document.ts'
import { closestOf } from './closest.ts'
import type { ComparedItem, Composition } from './composition.ts'
import { pointsBack } from './opening.ts'
import type { PassageRules } from './opening-passage.ts'
import { isReadable } from './readable.ts'
import { isIn, isRepeated } from './repeated.ts'
import { restOf } from './rest.ts'
import { isUnderSame } from './section-blocks.ts'
import { isOfSection, isSummary, isUnderHeading } from './sections.ts'
import { shownPassage } from './shown-passage.ts'
import { answeringRows, rowName, withRow } from './table-passage.ts'
import { trimmedPassage } from './trimmed-passage.ts'
import { isUnaskedOption } from './unasked-option.ts'
import { addsToSides, COMPARES, tellsApart, untoldSides } from './untold-sides.ts'
import { type ComposedPart, Writer } from './writer.ts'

export const NOTHING_FOUND = 'The sources searched hold nothing on this question.'
export const NOT_ANSWERED = 'The sources searched do not answer this directly. The closest passages:'
export const NOT_AT_ALL = 'The sources searched do not answer this directly.'
export const NEAREST_ONE = 'The sources searched do not answer this directly. The nearest section:'
export const NEAREST = 'The sources searched do not answer this directly. The nearest sections:'
export const DIFFER = 'The sources differ here:'
export const DIFFERENTLY = 'Another source differs:'
export const OF_SEVERAL = 'On more than one of them'
export const FURTHER = 'Further'

/**
 * Puts chosen sentences in order. The one that answers best comes first, with what adjoins it; where two sources
 * differ, both follow side by side; then comes the rest, in the shape that the question asks for. Nothing is quoted
 * twice.
 */
export function compose(composition: Composition): ComposedPart[] {
  const {
    shape,
    chosen,
    lead,
    further,
    answered,
    items,
    contrasts,
    longestFurther,
    headsAll,
    writes = () => false,
  } = composition
  const writer = new Writer()
  if (!lead) return [{ kind: 'text', text: NOTHING_FOUND }]
  if (!answered) {
    const near = closestOf(passages([lead, ...chosen.filter((item) => item !== lead)]), composition)
    const isEmpty = near.passages.length + near.headings.length === 0
    const nearest = near.headings.length === 1 ? NEAREST_ONE : NEAREST
    writer.say(isEmpty ? NOT_AT_ALL : `${near.passages.length > 0 ? NOT_ANSWERED : nearest}\n\n`)
    writer.bullets(near.passages)
    if (near.passages.length > 0 && near.headings.length > 0) writer.say('\n')
    writer.pointers(near.headings)
    return writer.parts
  }
  const opening = fromLead(passages(chosen).find((run) => run.includes(lead)) ?? [lead], lead)
  // What compares sources begins with a sentence that speaks of several of them, or with the first of them.
  const compares = shape === 'comparison' && items.length > 1
  const section = shownPassage(lead, composition)
  // Each side of a comparison has its turn: a long section of one keeps the reader from the other.
  const told =
    compares && lengthOf(section) > composition.longest ? shownPassage(lead, { ...composition, beside: true }) : section
  const whole = answeringFirst(told, composition.answering, { ...composition, lead })
  const passage = composition.withoutLeadIn(composition.withoutAsides(whole, lead), lead)
  const leadingUp = opening.slice(0, opening.indexOf(lead)).filter((item) => !isIn(whole, item))
  const ofSources = items.every(({ of }) => of === 'source')
  const defined = compares ? items.flatMap(({ definition }) => definition ?? []) : []
  const isDefined = defined.length > 1
  const namesSeveral = items.filter(({ holds }) => holds(lead)).length > 1 || headsAll(lead.block?.path.at(-1) ?? '')
  // What names both beside something else says less than what explains each of them.
  const tellsHow = !isDefined || passage.some(({ quote }) => COMPARES.test(quote))
  const several = lead.block?.kind !== 'code' && namesSeveral && tellsHow
  const begun = compares && !several && (ofSources || isDefined) ? [] : [...leadingUp, ...passage]
  const differing = [...new Set(contrasts.flat())].filter((item) => !isIn(begun, item))
  const accepts = (each: readonly Quotation[]) =>
    isReadable(each) && composition.bears(each) && !isScrap(each, composition.answering)
  const rules = { ...composition, longest: longestFurther, beside: true, accepts }
  const [begunWithRows = begun, ...others] = withFurther(
    [begun],
    compares ? defined.slice(0, isDefined ? defined.length : 0) : further.filter((item) => !isIn(differing, item)),
    compares ? { ...rules, accepts: () => true } : rules,
  )
  const row = rowName(lead.quote)
  const asksForRows = composition.asksForList && !writes(row) && !isUnaskedOption(row, writes)
  const isOfRow = lead.block?.kind === 'row' && !compares && !asksForRows
  const isJoined = begunWithRows.length > begun.length && !compares && !asksForRows
  const opened = isJoined || isOfRow ? answeringRows(begunWithRows, composition.answering, writes) : begunWithRows
  const trimmed = (each: readonly Quotation[]) => trimmedPassage(each, lead, composition)
  const next = [...(compares || composition.showsRest ? others : composition.needed(opened, others))]
  // Of a text without sections each thing has a block of its own below.
  const mayLack = compares && !ofSources && !isDefined && isOfSection(lead)
  const sides = mayLack ? untoldSides(composition, [...opened, ...next.flat()]) : []
  next.push(...withFurther([[...opened, ...next.flat()]], sides, { ...rules, accepts: isReadable }).slice(1))
  if (differing.length > 0) {
    writer.passage(trimmed(opened))
    writer.paragraph()
    writer.say(`${differing.length === 1 ? DIFFERENTLY : DIFFER}\n`)
    writer.bullets(differing.map((item) => [item]))
  }
  const said = [...opened, ...differing, ...next.flat()]
  // Where each side has its entry, that is all there is to compare.
  const isTold = isDefined && begun.length === 0
  const isOfSides = compares && !ofSources && !composition.showsRest && isOfSection(lead)
  const adds = isOfSides ? addsToSides(composition, said) : () => true
  const left = restOf(composition, (item) => isIn(said, item)).filter(
    (item) => adds(item) && (!compares || ofSources || !isUnderHeading(item) || (!isTold && composition.bears([item]))),
  )
  const ofSections = compares ? [] : left.filter(isUnderHeading)
  // Of a text in sections, what surrounds an answer is in the passages that were as likely to open it.
  const isWhole = !composition.showsRest && !compares && isOfSection(lead)
  const shown = isWhole ? inForm(composition, said) : withFurther([said], ofSections, rules).slice(1)
  const following = [...next, ...shown].filter(({ length }) => length > 0)
  if (differing.length > 0 && following.length > 0) writer.paragraph()
  const all = differing.length > 0 ? following : [opened, ...following]
  const kept = compares ? all : composition.withoutTails(inOrder(all), lead)
  writer.passages(kept.map(trimmed))
  // Of what people say in turn, single sentences are clear to nobody.
  const isTalk = !composition.showsRest && lead.block?.kind === 'turn'
  const mayAdd = (item: Evidence) => composition.showsRest || composition.addsTo([item], said)
  const rest = isWhole || isTalk ? [] : left.filter((item) => !ofSections.includes(item) && mayAdd(item))
  // A section that tells how they differ is the comparison.
  const isCompared = mayLack && !composition.showsRest && tellsApart(composition, opened)
  if (compares && !isCompared) compared(items, left, writer)
  if (compares) return writer.parts
  ofEachDocument(rest, writer)
  return writer.parts
}

/** UTF-16 code units: what is shorter and names nothing that is asked for, such as "New in version 8.", tells nothing. */
const SCRAP = 80

const isScrap = (passage: readonly Quotation[], answering: Answering) =>
  lengthOf(passage) < SCRAP &&
  passage.every((each) => each.block?.kind === 'paragraph' && answering(each.quote, each) <= 0)

/** Passages with those that follow the first from one section in the order of their source. */
function inOrder(passages: readonly (readonly Quotation[])[]): (readonly Quotation[])[] {
  const found: (readonly Quotation[])[] = []
  for (const passage of passages) {
    const later = found.findLastIndex((each) => !isLaterInSection(each, passage)) + 1
    found.splice(Math.max(1, later), 0, passage)
  }
  return found
}

/** Whether a passage begins behind another one in one section. */
function isLaterInSection(passage: readonly Quotation[], other: readonly Quotation[]): boolean {
  const [one, two] = [passage, other].map((each) => each.find(({ block }) => block?.kind !== 'heading'))
  if (!one?.block || !two?.block || one.document.id !== two.document.id) return false
  return isUnderSame(one.block, two.block) && one.start > two.start
}

/**
 * Passages with those that some further sentences stand for, but for what is said already. A row joins the rows of its table
 * that are shown.
 */
function withFurther(
  shown: readonly Quotation[][],
  further: readonly Quotation[],
  rules: PassageRules & { accepts: (passage: readonly Quotation[]) => boolean },
): Quotation[][] {
  const found = [...shown]
  for (const item of further) {
    if (isIn(found.flat(), item)) continue
    const joined = found.map((passage) => withRow(passage, wholeRow(item)))
    const at = joined.findIndex((passage) => passage !== undefined)
    const row = joined[at]
    if (row) {
      found[at] = row
      continue
    }
    const passage = shownPassage(item, rules).filter((each) => !isIn(found.flat(), each))
    const says = passage.some(({ block }) => block?.kind !== 'heading')
    if (says && rules.accepts(passage) && !isRepeated(passage, found.flat())) found.push(passage)
  }
  return found
}

/** The likeliest passage, nearly as likely as the first, that has the form that is asked for, code or a list, where nothing that is shown has it. */
function inForm(composition: Composition, said: readonly Quotation[]): Quotation[][] {
  const { asksForCode, asksForList, near, longestFurther } = composition
  const isWanted = ({ block }: Quotation) =>
    asksForCode ? block?.kind === 'code' : block?.kind === 'item' || block?.kind === 'row'
  if ((!asksForCode && !asksForList) || said.some(isWanted)) return []
  for (const item of near) {
    if (isIn(said, item)) continue
    const rules = { ...composition, longest: longestFurther, beside: true }
    const passage = shownPassage(item, rules)
    const isNew = !passage.some((each) => isIn(said, each))
    const mayFollow = !isSummary(passage, said) && isReadable(passage) && composition.bears(passage)
    if (isNew && passage.some(isWanted) && mayFollow) return [passage]
  }
  return []
}

/** A row is quoted whole, whatever of it answers. */
function wholeRow(item: Quotation): Quotation {
  const { document, block } = item
  if (block?.kind !== 'row') return item
  return { document, block, start: block.start, end: block.end, quote: document.text.slice(block.start, block.end) }
}

/** A passage with each row of a table whole, and once. */
function wholeRows(passage: readonly Quotation[]): Quotation[] {
  const found: Quotation[] = []
  for (const item of passage.map(wholeRow)) if (!isIn(found, item)) found.push(item)
  return found
}

/** An answer does not begin with what leads up to it, unless that says of what it speaks. */
function fromLead(run: readonly Evidence[], lead: Evidence): readonly Evidence[] {
  const at = run.indexOf(lead)
  return pointsBack(lead.quote) ? run.slice(Math.max(0, at - 1)) : run.slice(at)
}

/** A block for each thing compared, in the question's order; what speaks of several comes first. */
function compared(items: readonly ComparedItem[], evidence: readonly Evidence[], writer: Writer): void {
  const spoken = Map.groupBy(evidence, (item) => {
    const [first, ...others] = items.filter(({ holds }) => holds(item))
    return others.length > 0 ? OF_SEVERAL : (first?.name ?? FURTHER)
  })
  const titles = [OF_SEVERAL, ...items.map(({ name }) => name), FURTHER].filter((title) => spoken.has(title))
  for (const title of titles) {
    const held = spoken.get(title)
    // What is of sections and speaks of none of them is of another subject.
    if (!held || (title === FURTHER && held.every(isUnderHeading))) continue
    const clear = passages(held).filter((passage) => !passage.every(isOfSection) || isReadable(passage))
    const [first, ...others] = clear
    if (first === undefined) continue
    writer.paragraph()
    // Alone, it parts nothing from anything, and is no list.
    const isAlone = titles.length === 1 && title === OF_SEVERAL
    if (!isAlone) writer.say(`**${title}**\n`)
    if (isAlone && others.length === 0) writer.passage(wholeRows(first))
    else writer.bullets(clear.map(wholeRows))
  }
}
