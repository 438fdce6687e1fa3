import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findQuotation } from '#cite/find-quotation.ts'
import { verify } from '#cite/verify.ts'
import { demoSource } from '#corpus/sources/demo-source.ts'
import { names } from '#language/entities.ts'
import { quantities } from '#language/numbers.ts'
import { sentences } from '#language/sentences.ts'
import type { Span } from '#language/span.ts'
import { isStopWord } from '#language/stop-words.ts'
import type { SourceDocument } from '../src/types.ts'

/**
 * Sentences of the demo corpus are cited where they stand, as they are and corrupted in one respect, and the rates
 * at which they are verified are held.
 */

const EVERY = 3
const FROM_EACH = 16
const MOSTLY = 0.6
const CEILING = 0.02
/** Participles that change places with a word beside them are among them. */
const SWAPPED = 0.06

interface Sample extends Span {
  document: SourceDocument
  text: string
}

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

async function sampleSentences(): Promise<Sample[]> {
  const next = numbersFrom(20)
  const source = demoSource()
  const found: Sample[] = []
  let speech = 0
  const { signal } = new AbortController()
  for await (const listed of source.list(signal)) {
    speech += 1
    if (speech % EVERY !== 0 || !('key' in listed)) continue
    const { key } = listed
    for await (const entry of source.read(key, signal)) {
      if (!('document' in entry)) continue
      const { url, title, text = '' } = entry.document
      const document: SourceDocument = {
        id: url ?? key,
        url: url ?? key,
        title: title ?? key,
        text,
        sourceType: 'document',
      }
      const all = sentences(text).filter(({ start, end }) => end - start > 50 && end - start < 400)
      for (let i = 0; i < FROM_EACH && all.length > 0; i += 1) {
        const [span] = all.splice(next(all.length), 1)
        if (span) found.push({ ...span, document, text: text.slice(span.start, span.end) })
      }
    }
  }
  return found
}

const samples = await sampleSentences()

const cut = (text: string, { start, end }: Span, instead: string) => text.slice(0, start) + instead + text.slice(end)

type Corruption = (sample: Sample, next: (below: number) => number) => string | undefined

interface Rate {
  verified: number
  cases: number
}

const rates = new Map<Corruption, Rate>()

function rate(corrupt: Corruption): Rate {
  const known = rates.get(corrupt) ?? measure(corrupt)
  rates.set(corrupt, known)
  return known
}

function measure(corrupt: Corruption): Rate {
  const next = numbersFrom(7)
  let cases = 0
  let verified = 0
  for (const sample of samples) {
    const claim = corrupt(sample, next)
    if (claim === undefined || claim === '') continue
    cases += 1
    if (verify(claim, sample).status === 'verified') verified += 1
  }
  return { verified: verified / cases, cases }
}

const otherNames = [...new Set(samples.flatMap(({ text }) => certainNames(text).map(({ words }) => words.join(' '))))]

function certainNames(text: string) {
  return names(text).filter(({ uncertain }) => !uncertain)
}

const AUXILIARY = /\b(?:is|are|was|were|has|have|had|will|can|should|must|would|did)\b(?! not\b|n['’]t|['’]t| neither)/

const typography = ({ text }: Sample) =>
  text
    .replace(/'/g, '’')
    .replace(/"/g, '”')
    .replace(/-/g, '–')
    .replace(/ /g, (space, at: number) => (at % 7 === 0 ? '\u00A0\n' : space))
    .toLowerCase()

const swapNumber: Corruption = ({ text }, next) => {
  const written = quantities(text).filter(({ start }) => /[\d$]/.test(text.charAt(start)))
  const one = written[next(written.length)]
  if (!one) return undefined
  return cut(
    text,
    one,
    text.slice(one.start, one.end).replace(/\d/, (digit) => String((Number(digit) % 9) + 1)),
  )
}

const swapName: Corruption = ({ text }, next) => {
  const found = certainNames(text)
  const one = found[next(found.length)]
  const other = otherNames[next(otherNames.length)] ?? ''
  if (!one || text.includes(other) || one.words.some((word) => other.includes(word))) return undefined
  return cut(text, one, other)
}

const negate: Corruption = ({ text }) => (AUXILIARY.test(text) ? text.replace(AUXILIARY, '$& not') : undefined)

const affirm: Corruption = ({ text }) =>
  /\bcan not but\b|\bnot yet\b/.test(text) || !/\b(?:not|never) /.test(text)
    ? undefined
    : text.replace(/\b(?:not|never) /, '')

const quoteWithoutNegation: Corruption = ({ text }) => {
  const negation = /\b(?:not|never|no)\b/.exec(text)
  const rest = negation ? (text.slice(negation.index + negation[0].length).split(/[,;:—]/)[0] ?? '').trim() : ''
  return rest.split(' ').length >= 5 ? rest : undefined
}

const dropClause: Corruption = ({ text }, next) => {
  const parts = text.split(/(?<=,) /)
  if (parts.length < 3) return undefined
  parts.splice(1 + next(parts.length - 2), 1)
  return parts.join(' ')
}

const changeTwoWords: Corruption = ({ text }, next) => {
  const words = text.split(' ')
  const plain = words.flatMap((word, at) => (/^[a-z]{5,}$/.test(word) ? [at] : []))
  if (plain.length < 4) return undefined
  for (const other of ['velvet', 'orchard']) words[plain.splice(next(plain.length), 1)[0] ?? 0] = other
  return words.join(' ')
}

const swapWords: Corruption = ({ text }, next) => {
  const words = text.split(' ')
  const plain = words.flatMap((word, at) => (/^[a-z]{5,}$/.test(word) && !isStopWord(word) ? [at] : []))
  const [one, other] = [plain.splice(next(plain.length), 1)[0], plain[next(plain.length)]]
  const [a, b] = [words[one ?? -1], words[other ?? -1]]
  if (one === undefined || other === undefined || a === undefined || b === undefined || a === b) return undefined
  words[one] = b
  words[other] = a
  return words.join(' ')
}

const takeForeign: Corruption = ({ document }, next) => {
  const other = samples[next(samples.length)]
  return other && other.document !== document ? other.text : undefined
}

test('a sentence as it stands, in any typography, is verified without exception', () => {
  expect(rate(({ text }) => text)).toEqual({ verified: 1, cases: samples.length })
  expect(rate(typography)).toEqual({ verified: 1, cases: samples.length })
})

test.each([
  ['number swapped', swapNumber, 20],
  ['name swapped', swapName, 150],
  ['negation put in', negate, 200],
  ['negation taken out', affirm, 30],
  ['negation cut away', quoteWithoutNegation, 30],
  ['word or two changed', changeTwoWords, 200],
])('with a %s it is hardly ever verified', (_, corrupt, least) => {
  const { verified, cases } = rate(corrupt)
  expect(cases).toBeGreaterThanOrEqual(least)
  expect(verified).toBeLessThanOrEqual(CEILING)
})

test('with two of its words swapped it is seldom verified', () => {
  const { verified, cases } = rate(swapWords)
  expect(cases).toBeGreaterThanOrEqual(200)
  expect(verified).toBeLessThanOrEqual(SWAPPED)
})

test('a sentence of another document is never verified, nor found', () => {
  expect(rate(takeForeign).verified).toBe(0)
  const next = numbersFrom(3)
  for (const sample of samples.slice(0, 100)) {
    const foreign = takeForeign(sample, next)
    if (foreign !== undefined) expect(findQuotation(foreign, sample.document)).toBeUndefined()
  }
})

test('a sentence without one of its clauses is mostly verified: the limit of the check', () => {
  expect(rate(dropClause).verified).toBeGreaterThanOrEqual(MOSTLY)
})

test('the scorecard gives these rates', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scorecard.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const cases = (corrupt: Corruption) => rate(corrupt).cases
  const verified = (...all: Corruption[]) => all.map((one) => rate(one).verified.toFixed(3)).join(' / ')
  for (const part of [
    `this: ${samples.length.toLocaleString('en')} of its sentences, up to ${FROM_EACH} of every third speech`,
    `(${cases(swapNumber)} contain a number and ${cases(affirm)} a negation that can be changed)`,
    `| none; or case, quotation marks, dashes, spaces | ${verified(typography)} |`,
    `| a number changed | ${verified(swapNumber)} |`,
    `| a name replaced with another | ${verified(swapName)} |`,
    `| a negation added / removed / cut away by the quotation | ${verified(negate, affirm, quoteWithoutNegation)} |`,
    `| a sentence of another document | ${verified(takeForeign)} |`,
    `| two common words replaced with others | ${verified(changeTwoWords)} |`,
    `| two common words exchanged | ${verified(swapWords)} |`,
    `| a clause left out | ${verified(dropClause)} |`,
  ])
    expect(page).toContain(part)
})

test('a sentence is found where it stands, as it is and in any typography', () => {
  for (const sample of samples) {
    const { document, start, end, text } = sample
    expect(findQuotation(text, document)).toEqual({ start, end })
    expect(document.text.slice(start, end)).toBe(text)
    expect(findQuotation(typography(sample), document)).toMatchObject({ start })
  }
})
