import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from allocating the objects of events among the long-lived ones. While streams are opened, all that is
 * allocated stays, from which V8 would conclude that the objects of their events stay too; each collection would then
 * copy thousands of them. Call it first of all, because V8 never takes such a conclusion back.
 */
export function keepEventsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
