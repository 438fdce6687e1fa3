/** Marks the errors of one class, in every copy of this package that a program may hold. */
function symbolOf(name: string): symbol {
  return Symbol.for(`@deep-research/sdk/${name}`)
}

/** Gives a class's instances its mark and its name; minifiers may rename the class itself. */
export function brand(prototype: object, name: string): void {
  Object.defineProperty(prototype, symbolOf(name), { value: true })
  Object.defineProperty(prototype, 'name', { value: name, configurable: true, writable: true })
}

/** A check that holds across copies of the package, where `instanceof` does not. */
export function recognise<Branded>(name: string): (value: unknown) => value is Branded {
  const mark = symbolOf(name)
  return (value): value is Branded =>
    typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true
}
