import type { ProviderLimits } from './provider.ts'

/** A query cut at a word to what a provider takes, its lines joined. */
export function clipQuery(query: string, { queryCharacters, queryWords }: ProviderLimits): string {
  let clipped = query.replace(/\s+/g, ' ').trim()
  if (queryWords !== undefined) clipped = clipped.split(' ').slice(0, queryWords).join(' ')
  if (clipped.length <= queryCharacters) return clipped
  const room = clipped.slice(0, queryCharacters)
  const cut = clipped[queryCharacters] === ' ' ? queryCharacters : room.lastIndexOf(' ')
  return (cut > queryCharacters / 2 ? room.slice(0, cut) : room).toWellFormed().replace(/\uFFFD$/, '')
}
