import type { ZodType } from 'zod'

declare const ASKED: unique symbol

/** A schema that has a name: a call that is made for another thread can name it. */
export type AskedSchema<Value> = ZodType<Value> & { readonly [ASKED]: true }

const byName = new Map<string, AskedSchema<unknown>>()
const names = new Map<unknown, string>()

/** Gives a schema of a model's replies its name, which no other one has. */
export function asked<Value>(name: string, schema: ZodType<Value>): AskedSchema<Value> {
  if (byName.has(name)) throw new Error(`two schemas of replies are called ${name}`)
  const named = schema as AskedSchema<Value>
  byName.set(name, named)
  names.set(named, name)
  return named
}

/** The name that a schema was given; '' for one without. */
export function nameOfSchema(schema: AskedSchema<unknown>): string {
  return names.get(schema) ?? ''
}

/** @throws if there is no such schema */
export function schemaNamed(name: string): AskedSchema<unknown> {
  const schema = byName.get(name)
  if (!schema) throw new Error(`no schema of replies is called ${name}`)
  return schema
}
