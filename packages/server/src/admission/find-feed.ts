import type { EventLog, Feed, Jobs } from '#jobs/ports.ts'
import { openStoredFeed } from '#jobs/stored-feed.ts'
import type { Clock } from '#kernel/clock.ts'
import { type ApiError, noLongerKept, notFound, outOfReach } from '#protocol/api-error.ts'
import type { AdmissionStore, KeptRequest } from './ports.ts'

export interface FindFeedParts {
  store: AdmissionStore
  events: EventLog
  jobs: Jobs
  clock: Clock
}

/** The feed of an account's request, available while it runs here and as long as its end is stored. */
export async function findFeed(
  { store, events, jobs, clock }: FindFeedParts,
  id: string,
  accountId: string,
): Promise<{ feed: Feed; request: KeptRequest } | { error: ApiError }> {
  const known = await store.find(id, accountId, clock.now())
  if (!known) return { error: notFound }
  const live = known.status === 'running' ? jobs.follow(id) : undefined
  if (live) return { feed: live, request: known }
  // A job counts as live until its end is stored, so one that looked live a moment ago may have ended since.
  const request = known.status === 'running' ? await store.find(id, accountId, clock.now()) : known
  if (!request || request.status === 'running') return { error: outOfReach }
  if (!request.end) return { error: noLongerKept }
  const eventsKept = (request.eventsUntil ?? 0) > clock.now() && (await events.length(id)) >= request.end.position
  return { feed: openStoredFeed(events, id, request.end, eventsKept), request }
}
