import { z } from 'zod'
import { PART_WEIGHT } from '#evidence/queries.ts'
import { safeQuery } from '#guard/safe-query.ts'
import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import { QUERIES_AN_ITERATION } from '../budget.ts'
import type { Query } from '../types.ts'
import { asked } from './asked.ts'
import { echoes } from './echo.ts'
import type { ModelUse } from './model-use.ts'
import { TEXTS } from './texts.ts'

/** Other names that models give to the list of queries. */
const ALIASES = ['searchQueries', 'search_queries', 'searches', 'query', 'items', 'facets', 'questions']

/** An object with queries in it under whatever name; a list alone is taken for them. */
const PLAN = asked(
  'plan',
  z.preprocess(
    (given) => {
      if (Array.isArray(given)) return { queries: given }
      if (typeof given !== 'object' || given === null || 'queries' in given) return given
      const name = ALIASES.find((alias) => alias in given)
      return name === undefined ? given : { ...given, queries: (given as Record<string, unknown>)[name] }
    },
    z.object({ queries: TEXTS }),
  ),
)
const EXAMPLE = '{"queries": ["who designed the harbour bridge", "where was its designer born"]}'
const INSTRUCTIONS = `You plan the research for a question. Think of what has to be found out to answer it, and write up to ${QUERIES_AN_ITERATION} short search queries, in the language of the question, each for one thing. Use names and key words of the question; no operators, no addresses.`

/**
 * What a model would ask first, beside the whole question.
 * @throws {ModelFailure}; the parts that the question shows by itself are asked in any case
 */
export async function planWithModel(question: Question, use: ModelUse, signal: AbortSignal): Promise<Query[]> {
  const data = [{ question: question.text }]
  const { queries } = await use.ask({ instructions: INSTRUCTIONS, data, example: EXAMPLE, schema: PLAN }, signal)
  return asQueries(queries, question, [INSTRUCTIONS])
}

/** Queries of a model as the loop asks them: safe to send, no more than a few, and no echo of its instructions. */
export function asQueries(texts: readonly string[], { language }: Question, forbidden: readonly string[]): Query[] {
  const queries: Query[] = []
  for (const text of texts.slice(0, QUERIES_AN_ITERATION)) {
    const safe = echoes(text, forbidden) ? undefined : safeQuery(text)
    const terms = safe === undefined ? [] : [...contentTerms(safe, language)]
    if (safe !== undefined && terms.length > 0)
      queries.push({ text: safe, terms, purpose: 'part', weight: PART_WEIGHT })
  }
  return queries
}
