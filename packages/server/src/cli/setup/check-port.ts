import type { Settings } from '../../config.ts'
import { assertFree } from '../../listen.ts'

/** How long to wait for what listens on the port to tell its health, in milliseconds. */
const PATIENCE = 3_000

/** Looks whether the port is free, or a service of this kind answers there already. */
export async function checkPort({ host, port }: Settings, signal: AbortSignal): Promise<string> {
  try {
    await assertFree({ host, port })
  } catch (error) {
    if (await isService(host, port, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])))
      return `a deep-research service already answers on ${host}:${port}; another one beside it needs another PORT`
    throw error
  }
  return `${host}:${port} is free`
}

/** Whether what listens there tells its health as this service does. */
async function isService(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  try {
    const response = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`, {
      redirect: 'error',
      signal,
    })
    // Others may say the same of their health, but not with the id of a request.
    const isOurs = response.headers.get('x-request-id')?.startsWith('req_') === true
    await response.body?.cancel()
    return isOurs && response.ok
  } catch {
    return false
  }
}
