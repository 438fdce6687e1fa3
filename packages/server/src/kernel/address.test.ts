import { expect, it } from 'vitest'
import { callerOf, createTrust, isLoopback } from './address.ts'

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::2', false],
  ['127.example.com', false],
  ['', false],
])('%s is this machine’s own: %s', (address, own) => {
  expect(isLoopback(address)).toBe(own)
})

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::2', '0:0:0:0'],
  ['10.0.0.1:5310', '10.0.0.1'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2'],
  ['', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
])('%s is told apart as %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller)
})

it.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.168.7.1', true],
  ['192.168.7.2', false],
  ['fd12::1', true],
  ['fe80::1', false],
  ['', false],
  ['10.1.2.3, 4.4.4.4', false],
])('%s is one of the trusted: %s', (address, trusted) => {
  expect(createTrust(['10.0.0.0/8', '192.168.7.1', 'fd00::/8'])?.(address)).toBe(trusted)
})

it.each(['10.0.0.0/33', 'fd00::/129', 'proxy.example.com', '10.0.0.0/', '*', ''])('%j is no range', (range) => {
  expect(createTrust(['10.0.0.0/8', range])).toBeUndefined()
})
