import { z } from 'zod'

/** A list of texts, however a model wrote it: strings, objects with a text, or one string. */
export const TEXTS = z.preprocess((given) => {
  const items = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given]
  return items.map((item) => {
    if (typeof item !== 'object' || item === null) return String(item)
    const text = Object.values(item).find((value) => typeof value === 'string')
    return typeof text === 'string' ? text : ''
  })
}, z.array(z.string()))
