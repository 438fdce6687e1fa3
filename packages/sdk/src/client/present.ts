/** An object without what is undefined in it: whoever prints it sees what there is. */
export function present<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given
}
