import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { describeError, type Log } from '#kernel/log.ts'

/** How often to look, in milliseconds. */
const LOOK_EVERY = 5_000

/** File descriptors that should be free: a request and what it opens need fewer. */
const FREE = 8

/**
 * Says in the log when the process has hardly any file descriptors left. Nothing else would: the system then closes new
 * connections before anybody is told of them.
 */
export function watchDescriptors(log: Log): { close(): void } {
  let few = false
  const look = () => {
    const error = lackOfDescriptors()
    if (error && !few) log.error(describeError(error), 'new connections are lost for lack of file descriptors')
    if (!error && few) log.info({}, 'there are file descriptors again')
    few = error !== undefined
  }
  const timer = setInterval(look, LOOK_EVERY).unref()
  return { close: () => clearInterval(timer) }
}

function lackOfDescriptors(): unknown {
  const opened: number[] = []
  try {
    while (opened.length < FREE) opened.push(openSync(devNull, 'r'))
    return undefined
  } catch (error) {
    return error
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
