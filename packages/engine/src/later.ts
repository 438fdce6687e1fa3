/** A function that is loaded when it is first called: most engines never do. */
export function later<Args extends unknown[], Result>(load: () => Promise<(...args: Args) => Result>) {
  return async (...args: Args): Promise<Awaited<Result>> => await (await load())(...args)
}
