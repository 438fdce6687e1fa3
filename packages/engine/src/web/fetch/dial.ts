import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

/** Gives every address of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Where to connect: the address that was checked, never a name. */
export interface Destination {
  /** An IP address. */
  address: string
  /** Its TCP port. */
  port: number
  /** The name that was asked for: what a certificate must be made out to. */
  host: string
  /** Whether with TLS. */
  secure: boolean
}

/** Opens a connection to exactly one address. */
export type Dial = (to: Destination) => Duplex

/** The system's own resolver. */
export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** TCP, with TLS where the address asks for it. */
export const systemDial: Dial = ({ address, port, host, secure }) =>
  secure
    ? connectSecurely({
        host: address,
        port,
        ...(isIP(host) === 0 && { servername: host }),
        ALPNProtocols: ['http/1.1'],
      })
    : connect({ host: address, port })
