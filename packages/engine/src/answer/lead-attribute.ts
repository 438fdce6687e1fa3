import type { Features } from '#evidence/head.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { terms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'

/** "What is the name of the cookie": what is asked of something, before that. */
const ATTRIBUTE =
  /^\W*(?:what(?:['’]s| is| are)|which(?: is| are)?|tell me) (?:the )?(?:default |initial |usual )?((?:[\p{L}-]+ ){1,3}?)(?:of|for|that)\b/iu
const asks = (patterns: readonly string[]) => new RegExp(`\\b(?:${patterns.join('|')})`, 'i')
const ASKS_FOR_MOST = asks(marks.asksForMost)
const ASKS_FOR_LEAST = asks(marks.asksForLeast)
/** "maxFileSize", "max-size", "the maximum size" */
const MOST = /(?<!\p{L})(?:max|Max)(?=\p{Lu}|[\W_]|imum|$)|(?<=\p{Ll})Max(?!\p{Ll}{2})/u
const LEAST = /(?<!\p{L})(?:min|Min)(?=\p{Lu}|[\W_]|imum|$)|(?<=\p{Ll})Min(?!\p{Ll}{2})/u

/** What stands above a sentence, and what that and the passage that would be shown hold of a question. */
export interface Headed {
  /** The innermost of the headings and terms above it. */
  label: string
  held: ReadonlySet<string>
}

/** Measures whether what heads a sentence is what a question asks of something, or the other bound of it. */
export function attributeFeatures({ text, goal, ofSources, language }: Question): (place: Headed) => Features {
  const [asked = '', attribute = ''] = ATTRIBUTE.exec(text) ?? []
  const written = (name: string) =>
    terms(name, language)
      .flatMap(({ term, stop }) => (stop ? [] : [term]))
      .join(' ')
  const name = written(attribute)
  const isOf = ({ term, stop }: { term: string; stop: boolean }) =>
    !stop && goal.weights.has(term) && !ofSources.has(term)
  const rest = goal.terms(text.slice(asked.length)).flatMap((each) => (isOf(each) ? [each.term] : []))
  const wantsMost = ASKS_FOR_MOST.test(text) && !ASKS_FOR_LEAST.test(text)
  const wantsLeast = ASKS_FOR_LEAST.test(text) && !ASKS_FOR_MOST.test(text)
  const isOther = (label: string) =>
    (wantsMost && LEAST.test(label) && !MOST.test(label)) || (wantsLeast && MOST.test(label) && !LEAST.test(label))
  return ({ label, held }) => ({
    /** Stands under the name of what is asked for, and how much of what that is asked of is told there. */
    attribute:
      name !== '' && written(label) === name ? rest.filter((term) => held.has(term)).length / (rest.length || 1) : 0,
    /** Is about the least where the most is asked for, or the other way round: "minFileSize". */
    contraryBound: Number(isOther(label)),
  })
}
