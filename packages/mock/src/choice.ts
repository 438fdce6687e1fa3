import type { Scenario } from '#scenario/scenario.ts'

/** A scenario, one chosen per request, or a queue: the requests take one each, and the last one stays. */
export type ScenarioChoice = Scenario | readonly Scenario[] | ((request: Request) => Scenario)

/** Hands out the scenario of each request. */
export interface Chooser {
  take(request: Request): Scenario
  /** Replaces the choice; what was queued is forgotten. */
  use(choice: ScenarioChoice): void
  /** Puts scenarios before the choice, behind those that were put there before. */
  next(scenarios: readonly Scenario[]): void
}

type Standing = Scenario | ((request: Request) => Scenario)

/** @throws Error where a queue is empty */
export function createChooser(first: ScenarioChoice): Chooser {
  let queue: Scenario[] = []
  let standing: Standing
  const use = (choice: ScenarioChoice): Standing => {
    if (typeof choice === 'function' || 'reply' in choice) {
      queue = []
      return choice
    }
    const last = choice.at(-1)
    if (last === undefined) throw new Error('A queue of scenarios needs at least one.')
    queue = choice.slice(0, -1)
    return last
  }
  standing = use(first)
  return {
    take: (request) => queue.shift() ?? (typeof standing === 'function' ? standing(request) : standing),
    use: (choice) => {
      standing = use(choice)
    },
    next: (scenarios) => {
      queue.push(...scenarios)
    },
  }
}
