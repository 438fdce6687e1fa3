import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServers } from '../cluster.ts'
import type { Nodes } from './nodes.ts'
import type { Supervised } from './supervisor.ts'

/** Milliseconds between two faults, and for which one of them lasts, at most. */
const MOST_BETWEEN = 2_000
const MOST_LONG = 4_000

/** Milliseconds before a process that has died is started again. */
const START_PAUSE = 200

/** What goes wrong for so many milliseconds, unless it takes no time, and is right again when it resolves. */
interface Fault {
  name: string
  happens: (long: number) => Promise<unknown>
}

/** Lets things go wrong at random for so many milliseconds, and waits until all of them are over. */
export async function breakAtRandom(
  nodes: Nodes,
  servers: OwnServers,
  { lasts, random }: { lasts: number; random: () => number },
): Promise<Map<string, number>> {
  const faults = faultsOf(nodes, servers)
  const happening = new Map<unknown, Promise<void>>()
  const happened = new Map<string, number>()
  const until = performance.now() + lasts
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
  while (performance.now() < until) {
    await sleep(random() * MOST_BETWEEN)
    const whom = pick([...faults.keys()])
    const { name, happens } = pick(faults.get(whom) ?? [])
    const long = random() * MOST_LONG
    // Nothing happens to anybody to whom something happens already.
    if (happening.has(whom)) continue
    happened.set(name, (happened.get(name) ?? 0) + 1)
    const over = happens(long).then(() => void happening.delete(whom))
    happening.set(whom, over)
  }
  await Promise.all(happening.values())
  return happened
}

/** What can happen to whom. */
function faultsOf({ apis, workers, line }: Nodes, { redis, postgres }: OwnServers): Map<unknown, Fault[]> {
  const faults = new Map<unknown, Fault[]>()
  for (const node of [...apis, ...workers]) {
    const freezes = async (long: number) => {
      node.freeze()
      await sleep(long)
      node.thaw()
    }
    const stops = async () => {
      node.terminate()
      await node.dead
    }
    faults.set(node, [
      { name: 'a process dies', happens: () => node.kill() },
      { name: 'a process is frozen', happens: freezes },
      { name: 'a process is stopped', happens: stops },
    ])
  }
  const isAway = (server: { goOn(): Promise<void> }, goes: () => Promise<void>) => async (long: number) => {
    await goes()
    await sleep(long)
    await server.goOn()
  }
  faults.set(redis, [
    { name: 'Redis dies', happens: isAway(redis, redis.kill) },
    { name: 'Redis loses everything', happens: () => redis.client.flushall() },
  ])
  faults.set(postgres, [{ name: 'PostgreSQL is stopped', happens: isAway(postgres, postgres.halt) }])
  const fallsSilent = async (long: number) => {
    line.fallSilent()
    await sleep(long)
    line.speak()
  }
  faults.set(line, [
    { name: 'two processes hear nothing from Redis', happens: fallsSilent },
    { name: 'two processes lose their connections to Redis', happens: async () => line.cut() },
  ])
  return faults
}

/** Starts what has died, again and again, until the returned function is called. */
export function keepAlive(nodes: readonly Supervised[]): () => void {
  let left = false
  for (const node of nodes) {
    const watch = async () => {
      for (await node.dead; !left; await node.dead) {
        // Without its database it does not start.
        await node.start().catch(() => {})
        await sleep(START_PAUSE)
      }
    }
    watch()
  }
  return () => {
    left = true
  }
}
