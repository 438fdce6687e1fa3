import { setImmediate as turn } from 'node:timers/promises'

/** Turns of the event loop after which a call that was made is on its way. */
const TURNS = 2

/** Resolves once the calls that were made are on their way: what takes long is done while they are answered. */
export async function sent(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) await turn()
}
