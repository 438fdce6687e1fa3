/**
 * Gives the instances of a class its name, which minifiers change, the code that goes with it, and a mark that is the
 * same in every copy of this package that a program may hold.
 *
 * @returns a check that holds across copies, where `instanceof` does not
 */
export function brand<Branded>(
  { prototype }: { readonly prototype: Branded & object },
  name: string,
  code?: string,
): (value: unknown) => value is Branded {
  const mark = Symbol.for(`@deep-research/sdk/${name}`)
  Object.defineProperties(prototype, {
    [mark]: { value: true },
    name: { value: name, configurable: true, writable: true },
    code: { value: code, configurable: true, writable: true },
  })
  return (value): value is Branded =>
    typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true
}
