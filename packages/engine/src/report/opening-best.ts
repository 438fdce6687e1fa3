import { isPageMatter } from '#depth/page-matter.ts'
import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import { type AskedAct, askedAct } from '#question/asked-act.ts'
import type { Question } from '#question/question.ts'
import { MANY_TERMS } from './answer-worth.ts'
import type { CollectedNote } from './collected-notes.ts'
import { tellsFigures } from './figures.ts'
import type { RankedNote } from './opening-order.ts'
import { namesWhatItMeans, namesWhomItMeans, standsAlone } from './stands-alone.ts'
import { toldOfSubject } from './told-of-subject.ts'

// These numbers were set by hand on the same forty openings as the weights of `answer-worth.ts`.

/** Those that bear on the whole question most: a paragraph says no more. */
const BEST = 6
/** How much less each further sentence of one source counts: what each says of the question, and not what it says next. */
const FURTHER = 0.5
/** What does what is asked opens a text where it answers this share of what the best sentence does. */
const FIRST = 0.5
/** Of the sentences that answer a question of many terms best so many are looked at for the name that it asks for. */
const NAMING = 20
/** Two sentences that share this much of the terms of the shorter one are told once. */
const SAME = 0.85
/** A sentence that answers less than this share of what the best one does is not told beside it. */
const AS_WORTH = 0.3
/** So many sentences that give a reason answer why by themselves. */
const FEWEST_FITTING = 3
/** What settles another matter is told beside this one: a sentence that holds so much of the subject, and all but its names, settles it. */
const DECIDING = 0.4
/** Those that a reader sees first: what is listed in the question is told among them. */
const LEADING = 2

/** What answers the question by itself and needs nothing before it, the best first. */
export function bestOf(ranked: readonly RankedNote[], { question }: Run, subject: Subject): CollectedNote[] {
  const isMatter = isPageMatter(question)
  const act = question.terms.length >= MANY_TERMS ? undefined : askedAct(question)
  const isFit = ({ quote, ...place }: Evidence) =>
    !isMatter({ quote, ...place }) &&
    standsAlone(quote) &&
    (act?.decidesIn(quote) === true || (namesWhatItMeans(quote) && namesWhomItMeans(quote))) &&
    (question.kind === 'number' || !tellsFigures(quote)) &&
    subject.isOf({ quote, ...place }) &&
    subject.isToldIn(quote)
  const able = ranked.filter(({ note }) => isFit(note.evidence))
  const near = act?.isTelling
    ? tellingOf(able, toldOfSubject(act, subject), subject)
    : bearingMost(able, question, subject)
  const among = near.length > 0 ? near : ranked
  const fits = among.filter(({ note }) => question.needs.fits(note.evidence.quote) > 0)
  const chosen = question.kind === 'why' && !act?.isTelling && fits.length >= FEWEST_FITTING ? fits : among
  const inOrder = ofSeveral(chosen, act)
  // A question of many terms names little that every sentence of its answer holds.
  const mayName = question.terms.length >= MANY_TERMS ? ranked.slice(0, NAMING) : among
  const isNaming = ({ note: { evidence }, names }: RankedNote) =>
    names && standsAlone(evidence.quote) && !isMatter(evidence)
  const named = mayName
    .filter(isNaming)
    .map(({ note }) => note)
    .slice(0, 1)
  const first = [
    ...new Set([
      ...named,
      ...deciding(able, act, subject),
      ...firstOfEach(inOrder, act),
      ...inOrder.map(({ note }) => note),
    ]),
  ]
  const leading = first.slice(0, LEADING)
  return [...new Set([...leading, ...ofNamesLeftOut(leading, able, subject), ...first])].slice(0, BEST)
}

/** Those that answer nearly as well as the best one, of the time and on the whole of the subject where so many are. */
function bearingMost(able: readonly RankedNote[], { terms }: Question, subject: Subject): RankedNote[] {
  const fit = terms.length >= MANY_TERMS ? [...able] : asWorthAsBest(able)
  // What was written of it later only mentions it.
  const ofItsTime = fit.filter(({ note }) => subject.isOfItsTime(note.evidence.document))
  const timely = ofItsTime.length >= FEWEST_FITTING ? ofItsTime : fit
  const whole = timely.filter(({ note }) => subject.isOfWhole(note.evidence))
  return whole.length >= FEWEST_FITTING ? whole : timely
}

/**
 * Those that do what the question asks and are on the whole of its subject; where these are few, then what does what is asked
 * of a part of it, and what is on the whole of it.
 */
function tellingOf(able: readonly RankedNote[], isTold: (sentence: string) => boolean, subject: Subject): RankedNote[] {
  const ofItsTime = able.filter(({ note }) => subject.isOfItsTime(note.evidence.document))
  const timely = ofItsTime.length >= FEWEST_FITTING ? ofItsTime : able
  const told = timely.filter(({ note }) => isTold(note.evidence.quote))
  const whole = timely.filter(({ note }) => subject.isOfWhole(note.evidence))
  const chosen: RankedNote[] = []
  for (const some of [told.filter((one) => whole.includes(one)), told, whole, timely]) {
    if (chosen.length >= FEWEST_FITTING) break
    const fresh = asWorthAsBest(some.filter(({ note }) => !chosen.some((one) => one.note === note)))
    const least = Math.min(...chosen.map(({ score }) => score))
    const most = Math.max(...fresh.map(({ score }) => score))
    // What answers less stands after what answers more, whatever else it holds.
    const down = chosen.length > 0 ? Math.min(1, (FURTHER * least) / most) : 1
    chosen.push(...fresh.map((one) => ({ ...one, score: down * one.score })))
  }
  return chosen
}

function asWorthAsBest(some: readonly RankedNote[]): RankedNote[] {
  const most = Math.max(0, ...some.map(({ worth }) => worth))
  return some.filter(({ worth }) => worth >= AS_WORTH * most)
}

/** Of each name that a question lists and the first notes leave out, the best note that writes it. */
function ofNamesLeftOut(
  first: readonly CollectedNote[],
  ranked: readonly RankedNote[],
  subject: Subject,
): CollectedNote[] {
  if (!subject.hasOthers) return []
  const leftOut = subject.namesLeftOut(first.map(({ evidence }) => evidence.quote))
  return leftOut.flatMap((name) => {
    const all = ranked.filter(({ note }) => !subject.namesLeftOut([note.evidence.quote]).includes(name))
    const most = Math.max(0, ...all.map(({ note }) => subject.shareOfOthers(note.evidence).own))
    return all.find(({ note }) => subject.shareOfOthers(note.evidence).own === most)?.note ?? []
  })
}

/** The best note that tells what settles it, on all of the subject: a cup is won but once, and all else led there. */
function deciding(able: readonly RankedNote[], act: AskedAct | undefined, subject: Subject): CollectedNote[] {
  const isOfIt = (evidence: Evidence) =>
    subject.isOfWhole(evidence) &&
    subject.bearing([evidence.quote]) >= DECIDING &&
    subject.shareOfOthers(evidence).own === 1
  const all = able.filter(({ note: { evidence } }) => act?.decidesIn(evidence.quote) === true && isOfIt(evidence))
  const [best] = all.toSorted((a, b) => b.score - a.score)
  return best ? [best.note] : []
}

/** The first note that does what each clause of a question asks, where it answers half as well as the best one. */
function firstOfEach(ranked: readonly RankedNote[], act: AskedAct | undefined): CollectedNote[] {
  const most = Math.max(0, ...ranked.map(({ score }) => score))
  const likely = ranked.filter(({ score }) => act?.each.length !== 1 || score >= FIRST * most)
  const able = likely.toSorted((a, b) => b.worth - a.worth)
  return (act?.each ?? []).flatMap((toldIn) => able.find(({ note }) => toldIn(note.evidence.quote) === 1)?.note ?? [])
}

/** The best notes, of which each further one of a source counts less, and none says what another does. */
function ofSeveral(ranked: readonly RankedNote[], act: AskedAct | undefined): RankedNote[] {
  const told = ({ note }: RankedNote) => act?.toldIn(note.evidence.quote)
  const isSame = (one: RankedNote, other: RankedNote) => told(one) === told(other) && isNearlySame(one.note, other.note)
  const distinct = ranked.filter((each, i) => !ranked.slice(0, i).some((before) => isSame(before, each)))
  const counts = new Map<string, number>()
  const weighed = distinct.map((each) => {
    const { id, authors = [] } = each.note.evidence.document
    // What one person said in several places is the view of one.
    const own = [id, ...authors]
    const count = Math.max(...own.map((one) => counts.get(one) ?? 0))
    for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1)
    return { ...each, score: each.score * FURTHER ** count }
  })
  return weighed.toSorted((a, b) => b.score - a.score)
}

/** Whether two sentences share most of their terms: what two reports of one source have from it. */
function isNearlySame({ evidence: one }: CollectedNote, { evidence: other }: CollectedNote): boolean {
  const fewer = Math.min(one.terms.size, other.terms.size)
  return fewer > 0 && one.terms.intersection(other.terms).size >= SAME * fewer
}
