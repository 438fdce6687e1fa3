import type { Socket } from 'node:net'
import type { Child } from './child.ts'
import { open, requestWith } from './load.ts'
import { stamp } from './ticker.ts'

/** Opens streams whose heads have arrived. */
export async function openStreams(child: Child, keys: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (const key of keys) {
    const socket = await open(child.url)
    const head = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString('latin1'))))
    socket.write(requestWith(key))
    if (!(await head).startsWith('HTTP/1.1 200')) throw new Error(await head)
    sockets.push(socket)
  }
  return sockets
}

/** Collects how many microseconds each event was on its way. */
export function watch(sockets: readonly Socket[]): { seen: number[]; add(more: readonly Socket[]): void } {
  const seen: number[] = []
  const add = (more: readonly Socket[]) => {
    for (const socket of more) {
      socket.on('data', (chunk) => {
        const now = Number(stamp())
        for (const [, made] of chunk.toString('latin1').matchAll(/"content":"(\d+)/g)) seen.push(now - Number(made))
      })
    }
  }
  add(sockets)
  return { seen, add }
}

export async function receive(delays: number[], events: number): Promise<void> {
  while (delays.length < events) await new Promise((resolve) => setTimeout(resolve, 5))
}
