import accusations from './data/told-acts/accusations.json' with { type: 'json' }
import affected from './data/told-acts/affected.json' with { type: 'json' }
import aftermath from './data/told-acts/aftermath.json' with { type: 'json' }
import changes from './data/told-acts/changes.json' with { type: 'json' }
import critics from './data/told-acts/critics.json' with { type: 'json' }
import disagreements from './data/told-acts/disagreements.json' with { type: 'json' }
import effects from './data/told-acts/effects.json' with { type: 'json' }
import figures from './data/told-acts/figures.json' with { type: 'json' }
import intentions from './data/told-acts/intentions.json' with { type: 'json' }
import kinds from './data/told-acts/kinds.json' with { type: 'json' }
import knowledge from './data/told-acts/knowledge.json' with { type: 'json' }
import next from './data/told-acts/next.json' with { type: 'json' }
import offers from './data/told-acts/offers.json' with { type: 'json' }
import origins from './data/told-acts/origins.json' with { type: 'json' }
import outcomes from './data/told-acts/outcomes.json' with { type: 'json' }
import proposals from './data/told-acts/proposals.json' with { type: 'json' }
import reasons from './data/told-acts/reasons.json' with { type: 'json' }
import results from './data/told-acts/results.json' with { type: 'json' }
import steps from './data/told-acts/steps.json' with { type: 'json' }
import troubles from './data/told-acts/troubles.json' with { type: 'json' }
import views from './data/told-acts/views.json' with { type: 'json' }
import ways from './data/told-acts/ways.json' with { type: 'json' }

/** What asks for an act, what tells it, and whether it is asked of speakers, in parts of a plan, or of the subject alone. */
export interface ActWords {
  asked: string[]
  told: string[]
  untold: string[]
  ofSpeakers: boolean
  ofParts: boolean
  ofSubject: boolean
  isTelling: boolean
  isOpen: boolean
  sought?: string
  lacking?: string
}

/** Every act, in the order in which they are looked for: the narrower ask before the wider. English. */
export const TOLD_ACTS: readonly ActWords[] = [
  critics,
  affected,
  figures,
  next,
  origins,
  offers,
  aftermath,
  disagreements,
  kinds,
  reasons,
  accusations,
  intentions,
  proposals,
  views,
  results,
  effects,
  changes,
  steps,
  troubles,
  ways,
  outcomes,
  knowledge,
]
