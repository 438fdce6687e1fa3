import { isScenario, shown } from '#options/check-options.ts'
import { isFactory } from '#scenario/named.ts'
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

/**
 * A scenario as it is.
 * @throws TypeError if it is none; the message says what to write instead
 */
function checked(scenario: Scenario, where: string): Scenario {
  if (isScenario(scenario)) return scenario
  throw new TypeError(`${where} a scenario such as torn({ after: 3 }), not ${shown(scenario)}.`)
}

type Lasting = Scenario | ((request: Request) => Scenario)

/** @throws TypeError if it is a function of the library that makes scenarios, which somebody forgot to call */
function byRequest(choose: (request: Request) => Scenario): Lasting {
  if (isFactory(choose)) throw new TypeError(`${choose.name} is no scenario yet: write ${choose.name}().`)
  return (request) => checked(choose(request), 'The function that chooses must return')
}

/** @throws Error if a queue is empty */
export function createChooser(first: ScenarioChoice): Chooser {
  let queue: Scenario[] = []
  let lasting: Lasting
  const use = (choice: ScenarioChoice): Lasting => {
    if (!Array.isArray(choice)) {
      queue = []
      return typeof choice === 'function' ? byRequest(choice) : checked(choice as Scenario, 'The mock answers with')
    }
    for (const scenario of choice) checked(scenario, 'A queue holds')
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
      for (const scenario of scenarios) checked(scenario, 'next() takes')
      queue.push(...scenarios)
    },
  }
}
