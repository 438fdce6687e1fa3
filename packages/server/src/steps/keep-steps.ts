import type { HostedSetup, LiveOptions, ResearchTask } from '@deep-research/engine'
import type { Failures } from './attempt.ts'
import { keepHosted } from './kept-hosted.ts'
import { keepModels } from './kept-models.ts'
import { keepPages, keepWeb } from './kept-web.ts'
import { RunSteps, type StepStore } from './run-steps.ts'

/** What a run is asked before another thread goes on with it. */
export interface MovableRun {
  /** Counts that a thread died of it. @returns whether it may be tried again. */
  mayTryAgain(): Promise<boolean>
  /** The results of the steps that are kept by now, by key. */
  keptSteps(): Promise<ReadonlyMap<string, string>>
}

export type KeptRun = StepStore & Partial<MovableRun>

/** A run is known by its task, which is all that an engine passes on of it. */
const runs = new WeakMap<ResearchTask, KeptRun>()

/** Has everything kept that the run of a task gets from models and the web. Call it before the run begins. */
export function keepSteps(task: ResearchTask, run: KeptRun): void {
  runs.set(task, run)
}

/** Where the run of a task is kept; undefined if nobody keeps it. */
export function keptRunOf(task: ResearchTask): KeptRun | undefined {
  return runs.get(task)
}

/** Puts the steps of each run between it and what is outside. `failures` is called later, when there are runs. */
export function throughSteps(failures: () => Failures): NonNullable<LiveOptions['through']> {
  return ({ task }, { models, web }) => {
    const store = runs.get(task)
    if (!store) return { models, web }
    const steps = new RunSteps(store)
    return {
      models: models && keepModels(models, steps, failures()),
      web: web && keepWeb(web, steps, failures()),
    }
  }
}

/** The same for research that another service does. */
export function throughHostedSteps(failures: () => Failures): NonNullable<HostedSetup['through']> {
  return (task, { hosted, pages }) => {
    const store = runs.get(task)
    if (!store) return { hosted, pages }
    const steps = new RunSteps(store)
    return { hosted: keepHosted(hosted, steps, failures()), pages: keepPages(pages, steps, failures()) }
  }
}
