import type { Scenario } from '#scenario/scenario.ts'

/**
 * A scenario, a function that chooses one for each request, or a queue: each request takes the next one, and the last
 * one stays.
 */
export type ScenarioChoice = Scenario | readonly Scenario[] | ((request: Request) => Scenario)

/** Chooses the scenario of each request. */
export interface Chooser {
  take(request: Request): Scenario
  /** Replaces the choice and forgets what was queued. */
  use(choice: ScenarioChoice): void
  /** Queues scenarios before the choice, after those that are already queued. */
  next(scenarios: readonly Scenario[]): void
}

type Lasting = Scenario | ((request: Request) => Scenario)

/** @throws Error if a queue is empty */
export function createChooser(first: ScenarioChoice): Chooser {
  let queue: Scenario[] = []
  let lasting: Lasting
  const use = (choice: ScenarioChoice): Lasting => {
    if (typeof choice === 'function' || 'reply' in choice) {
      queue = []
      return choice
    }
    const last = choice.at(-1)
    if (last === undefined) throw new Error('A queue needs at least one scenario.')
    queue = choice.slice(0, -1)
    return last
  }
  lasting = use(first)
  return {
    take: (request) => queue.shift() ?? (typeof lasting === 'function' ? lasting(request) : lasting),
    use: (choice) => {
      lasting = use(choice)
    },
    next: (scenarios) => {
      queue.push(...scenarios)
    },
  }
}
