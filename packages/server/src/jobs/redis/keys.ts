/** The names of a request's data in Redis. The braces keep them on one node where keys are spread by their hash. */
export function keysOf(id: string) {
  return { stream: `dr:{${id}}:events`, state: `dr:{${id}}:state` }
}

/** The processes that have readers, by the moment until which their notes are valid. */
export const NODES = 'dr:{readers}:nodes'

/** The note of which requests are read on a process. */
export function readBy(node: string): string {
  return `dr:{readers}:of:${node}`
}

const CHANNEL = 'dr:{'

/** The channel on which the events of a request are announced. */
export function channelOf(id: string): string {
  return `${CHANNEL}${id}}:news`
}

/** The request to which a channel belongs. */
export function idOfChannel(channel: string): string {
  return channel.slice(CHANNEL.length, channel.indexOf('}'))
}
