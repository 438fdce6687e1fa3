import { expect, it } from 'vitest'
import { connectionPhase } from './connection-phase.ts'

function failed(facts: Record<string, unknown>, message = ''): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), facts) })
}

it.each([
  ['refused', failed({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['no such host', failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
  ['reset while connecting', failed({ code: 'ECONNRESET', syscall: 'connect' })],
  ['timed out while connecting', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
  [
    'reset during the TLS handshake',
    failed({ code: 'ECONNRESET' }, 'Client network socket disconnected before secure TLS connection was established'),
  ],
  ['a port that fetch may not use', failed({}, 'bad port')],
  ['Deno', new TypeError('error sending request: client error (Connect): tcp connect error')],
  ['Bun', Object.assign(new Error('Unable to connect.'), { code: 'ConnectionRefused' })],
  [
    'all addresses refused',
    new TypeError('fetch failed', {
      cause: new AggregateError([
        failed({ code: 'ECONNREFUSED' }),
        failed({ code: 'ENETUNREACH', syscall: 'connect' }),
      ]),
    }),
  ],
])('%s: nothing was sent', (_, error) => {
  expect(connectionPhase(error)).toBe('connect')
})

it.each([
  ['reset', failed({ code: 'ECONNRESET', syscall: 'read' })],
  ['no route any more', failed({ code: 'EHOSTUNREACH', syscall: 'read' })],
  ['reset while writing', failed({ code: 'EPIPE', syscall: 'write' })],
  ['closed by the other side', failed({ code: 'UND_ERR_SOCKET' }, 'other side closed')],
  [
    'an address that may have taken it',
    new TypeError('fetch failed', {
      cause: new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ code: 'ECONNRESET' })]),
    }),
  ],
  ['anything unknown', new Error('?')],
  ['no error at all', 'x'],
  ['an error whose cause is null', new Error('?', { cause: null })],
])('%s: it may have been sent', (_, error) => {
  expect(connectionPhase(error)).toBe('headers')
})
