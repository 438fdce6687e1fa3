import type { LiveOptions, ResearchTask } from '@deep-research/engine'
import type { Failures } from './attempt.ts'
import { keepModels } from './kept-models.ts'
import { keepWeb } from './kept-web.ts'
import { RunSteps, type StepStore } from './run-steps.ts'

/** A run is known by its task, which is all that an engine passes on of it. */
const stores = new WeakMap<ResearchTask, StepStore>()

/** Has everything kept that the run of a task gets from models and the web. Call it before the run begins. */
export function keepSteps(task: ResearchTask, store: StepStore): void {
  stores.set(task, store)
}

/** Puts the steps of each run between it and what is outside. `failures` is called later, when there are runs. */
export function throughSteps(failures: () => Failures): NonNullable<LiveOptions['through']> {
  return ({ task }, { models, web }) => {
    const store = stores.get(task)
    if (!store) return { models, web }
    const steps = new RunSteps(store)
    return {
      models: models && keepModels(models, steps, failures()),
      web: web && keepWeb(web, steps, failures()),
    }
  }
}
