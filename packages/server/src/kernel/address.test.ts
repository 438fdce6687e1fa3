import { expect, it } from 'vitest'
import { callerOf, isLoopback } from './address.ts'

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
  ['', ''],
])('%s is told apart as %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller)
})
