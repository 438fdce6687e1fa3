/**
 * Gives the instances of a class its name, which minifiers change, its code, and a mark that is the same in every copy
 * of this package in a program.
 *
 * @returns a check that works across copies, where `instanceof` does not
 */
export function brand<Branded>(
  { prototype }: { readonly prototype: Branded & object },
  name: string,
  code?: string,
): (value: unknown) => value is Branded {
  const mark = Symbol.for(`@deep-research/sdk/${name}`)
  Object.assign(prototype, { [mark]: true, name, code })
  return (value): value is Branded => Object(value)[mark] === true
}
