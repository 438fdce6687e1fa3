import { sentences } from '../../engine/src/language/sentences.ts'
import type { ScriptedClaim } from './scripted-writer.ts'

/** A claim of a system's answer, in the set of what an expert says of it. */
export interface JudgedClaim extends ScriptedClaim {
  set: string
  kind: ''
}

interface Line {
  id: string
  claim: string
  support: string
  evidence: readonly { text: string }[]
}

const VERDICTS = new Map([
  ['Complete', 'fully supported'],
  ['Partial', 'partly, or not'],
  ['Incomplete', 'partly, or not'],
])

const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

const textOf = ({ evidence }: Line) => evidence.map(({ text }) => text).join('\n\n')

/** The sentence that has most of a claim's words. */
function nearest(claim: string, text: string): string {
  const wanted = words(claim)
  const found = sentences(text).map(({ start, end }) => text.slice(start, end))
  const shared = (sentence: string) => words(sentence).intersection(wanted).size
  return found.reduce((best, each) => (shared(each) > shared(best) ? each : best), found[0] ?? '')
}

/** Reads the claims of ExpertQA that were judged, and makes a record of the passages of each. */
export function readExpertClaims(lines: readonly string[]) {
  const judged = lines
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => VERDICTS.has(line.support) && textOf(line).trim() !== '')
  return {
    records: judged.map((line) => ({ id: line.id, title: line.id, text: textOf(line) })),
    claims: judged.map((line): JudgedClaim => {
      // The mark of the passage is no part of what is said.
      const claim = line.claim.replace(/\s*\[\d+\]/g, '').trim()
      return { set: VERDICTS.get(line.support) ?? '', kind: '', claim, source: nearest(claim, textOf(line)) }
    }),
  }
}
