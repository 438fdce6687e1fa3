import untypedParser from 'robots-parser'

// The package's own types name a default export that it does not have.
const parseRobots = untypedParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

export interface RobotsQuestion {
  /** Of the robots.txt. */
  address: string
  bytes: Uint8Array
  /** How this service names itself. */
  agent: string
  /** Of the page. */
  url: string
}

/** Whether a robots.txt lets a page be fetched. To be called in a thread that can be ended: its patterns may take for ever. */
export function allows({ address, bytes, agent, url }: RobotsQuestion): boolean {
  return parseRobots(address, new TextDecoder().decode(bytes)).isAllowed(url, agent) !== false
}
