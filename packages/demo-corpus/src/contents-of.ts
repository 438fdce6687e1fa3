import type { Addresses, Contents } from './types.ts'

export function contentsOf({ version, addresses }: Addresses): Contents {
  const lengths = new Map<number, number>()
  for (const { year, text } of addresses) lengths.set(year, (lengths.get(year) ?? 0) + text.length)
  return { version, years: [...lengths].map(([year, length]) => ({ year, length })) }
}
