import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'

/** What the model is to write, and the sentence that it is to cite for it. */
export interface ScriptedClaim {
  source: string
  claim: string
}

const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** How much of a sentence's words a text holds. */
const share = (sentence: ReadonlySet<string>, text: string) =>
  sentence.intersection(words(text)).size / Math.max(1, sentence.size)

/** A sentence of the evidence counts as the source from this share of its words on. */
const SAME = 0.8

/**
 * A model that writes what it is told, citing the sentence of the evidence that it is told of; and nothing else. As a judge
 * it quotes that sentence, and calls supported what `agrees` to.
 */
export async function scriptedWriter<Claim extends ScriptedClaim>(agrees: (claim: Claim) => boolean) {
  let now: readonly Claim[] = []
  const model = await startScriptedModel({
    reply: ({ lines }) => {
      const judged = lines.filter((line) => line['claim'] !== undefined)
      if (judged.length > 0) {
        const verdicts = judged.map((line) => {
          const claim = now.find((one) => share(words(String(line['text'])), one.claim) > SAME) ?? now[0]
          const verdict = claim && agrees(claim) ? 'supported' : 'unsupported'
          // It finds each new word said in the source, as a lenient judge does.
          const meant = ((line['new_words'] ?? []) as string[]).map((word) => ({ word, source: claim?.source ?? '' }))
          return { claim: line['claim'], verdict, quote: claim?.source ?? '', words: meant }
        })
        return JSON.stringify({ verdicts })
      }
      if (lines.some(({ draft }) => draft !== undefined)) return JSON.stringify({ sentences: [] })
      if (lines.some(({ searched }) => searched !== undefined))
        return JSON.stringify({ done: true, missing: '', queries: [] })
      if (!lines.some(({ id }) => id !== undefined)) return JSON.stringify({ queries: [] })
      const written = now.flatMap(({ source, claim }) => {
        const sentence = words(source)
        const [best] = lines
          .filter(({ id }) => id !== undefined)
          .map((line) => ({ id: String(line['id']), near: share(sentence, String(line['text'])) }))
          .sort((a, b) => b.near - a.near)
        return best && best.near >= SAME ? [`${claim.replace(/[.!?]+$/, '')} [[${best.id}]].`] : []
      })
      return written.length === 0 ? 'NOT_FOUND' : written.join(' ')
    },
  })
  return {
    url: model.url,
    say(...claims: readonly Claim[]) {
      now = claims
    },
    close: () => model.close(),
  }
}
