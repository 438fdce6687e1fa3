import type { AskedAct } from '#depth/asked-act.ts'

/** What opens a report where a model finds no answer in what was noted. `told`: what the notes tell of, by its names. */
export function notAnswered(told: readonly string[]): string {
  return `The passages found do not answer the question as it is asked. ${whatFollows(told)}`
}

/**
 * What opens a report where no passage does what the question asks. `without`: those names that the question lists of which
 * none does it; none of them where it is done of nothing.
 */
export function lackingOf(act: Pick<AskedAct, 'lacking'>, without: readonly string[], told: readonly string[]): string {
  const lacks = act.lacking === '' ? 'does so as a whole' : act.lacking
  const of = without.length === 0 ? '' : ` in the case of ${listed(without)}`
  return `The passages picked here do not answer the whole question: none of them plainly ${lacks}${of}. ${whatFollows(told)}`
}

function whatFollows(told: readonly string[]): string {
  return told.length === 0 ? 'What comes nearest to it follows.' : `What they tell of ${listed(told)} follows.`
}

function listed(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}
