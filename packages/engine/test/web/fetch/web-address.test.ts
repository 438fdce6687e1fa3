import { expect, test } from 'vitest'
import { FetchFailure } from '#web/fetch/failure.ts'
import { isPublicAddress, parseWebAddress } from '#web/fetch/web-address.ts'
import { REFUSED } from './refused-addresses.ts'

test.each(REFUSED)('refuses %s', (address) => {
  expect(() => parseWebAddress(address)).toThrow(FetchFailure)
})

test.each([
  ['http://public.example', 'http://public.example/'],
  ['https://public.example./a?b=c#d', 'https://public.example/a?b=c'],
  ['http://public.example:80/', 'http://public.example/'],
  ['http://8.8.8.8/', 'http://8.8.8.8/'],
  ['http://[2606:4700:4700::1111]/', 'http://[2606:4700:4700::1111]/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('takes %s', (address, href) => {
  expect(parseWebAddress(address).href).toBe(href)
})

test.each(['', 'public.example', '1.2.3', '256.1.1.1', '::ffff:8.8.8.8', '8.8.8.8%eth0'])(
  'what is no plain public address is not public: %s',
  (address) => expect(isPublicAddress(address)).toBe(false),
)
