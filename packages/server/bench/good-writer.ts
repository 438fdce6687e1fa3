import { type ScriptedModel, startScriptedModel } from '../../engine/test/model/scripted-model.ts'

/** A writer that keeps to its evidence, and now and then plants a sentence that its source does not bear out. */
export interface GoodWriter {
  url: string
  /** The planted sentences, each with the sentence of its source. */
  planted: ReadonlyMap<string, string>
  close: ScriptedModel['close']
}

/** One sentence in so many is planted. */
const ONE_IN = 10
const SENTENCES = 5
const SHORTEST = 40

/** Ways in which a careful writer says what a sentence says; those that do not fit it give it back as it is. */
const FAITHFUL: readonly ((sentence: string) => string)[] = [
  (sentence) =>
    sentence.replace(
      /^(?:But|And|So|Yet|However|Meanwhile|Also|Still|Now|Then|In fact|Of course),?\s+(\p{L})/u,
      (_, first: string) => first.toUpperCase(),
    ),
  (sentence) => sentence.replace(/\s*\([^()]{1,80}\)/, ''),
  (sentence) => sentence.replace(/\b(is|are|was|were|has|have|had|do|does|did|could|would) not\b/, "$1n't"),
  (sentence) => sentence.replace(/,? (?:which|who) [^,.;]{5,80},/, ''),
]

/** Ways in which a careless one changes it. */
const CORRUPT: readonly ((sentence: string) => string)[] = [
  (sentence) => sentence.replace(/\b(\d+)\b/, (digits) => String(Number(digits) + 3)),
  (sentence) => sentence.replace(/\b(is|are|was|were|has|have|had|will|would|can|could)\b(?! not|n't)/, '$1 not'),
  (sentence) => sentence.replace(/\bmay|might|could\b/, 'will'),
  (sentence) => sentence.replace(/\b(?:some|many|most|several)\b/i, 'all'),
  (sentence) => sentence.replace(/\b(\p{Lu}\p{L}{3,})\b(?=[^.]*\p{L})/u, 'Zanzibar'),
  (sentence) => sentence.replace(/[.!?]*$/, ' after a secret vote.'),
]

/** Starts the writer. `random`: a number from 0 to below 1 at each call. */
export async function goodWriter(random: () => number): Promise<GoodWriter> {
  const planted = new Map<string, string>()
  const of = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const write = (line: Record<string, unknown>): string[] => {
    const sentence = String(line['text']).replace(/\s+/g, ' ').trim()
    if (sentence.length < SHORTEST) return []
    const changed = (ways: typeof FAITHFUL) => ways.map((way) => way(sentence)).filter((one) => one !== sentence)
    const wrong = random() < 1 / ONE_IN ? of(changed(CORRUPT)) : sentence
    const said = wrong === sentence ? of([sentence, ...changed(FAITHFUL)]) : wrong
    if (wrong !== sentence) planted.set(wrong, sentence)
    return [`${said.replace(/[.!?]+$/, '')} [[${String(line['id'])}]].`]
  }
  const model = await startScriptedModel({
    reply: ({ lines }) => {
      const sentences = lines.filter(({ id }) => id !== undefined)
      // One that does not see its fault: it insists.
      const drafts = lines.filter((line) => line['draft'] !== undefined)
      if (drafts.length > 0)
        return JSON.stringify({ sentences: drafts.map(({ draft, text }) => ({ draft, sentence: text })) })
      if (lines.some((line) => line['claim'] !== undefined)) return JSON.stringify({ verdicts: [] })
      if (lines.some(({ searched }) => searched !== undefined))
        return JSON.stringify({ done: true, missing: '', queries: [] })
      if (sentences.length === 0) return JSON.stringify({ queries: [] })
      return sentences.slice(0, SENTENCES).flatMap(write).join(' ') || 'NOT_FOUND'
    },
  })
  return { url: model.url, planted, close: () => model.close() }
}
