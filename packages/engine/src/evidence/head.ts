/** What is measured of a thing, by name. */
export type Features = Readonly<Record<string, number>>

/** A linear model: a weight for each feature by its name, and a bias. A feature that it has no weight for says nothing. */
export interface Head {
  bias: number
  weights: Features
}

/** The heads that judge, each with weights for a question of its own. */
export interface Heads {
  /** Does this sentence hold what the answer needs? */
  sentence: Head
  /** Should the answer open with the passage that begins with this sentence? */
  lead: Head
  /** Does the answer need this document? */
  document: Head
  /** Does what was found answer the question? */
  answered: Head
}

/** What some features add to the log-odds of a head. */
export function weigh({ weights }: Head, features: Features): number {
  let sum = 0
  for (const name in features) sum += (weights[name] ?? 0) * (features[name] ?? 0)
  return sum
}

/** The log-odds that a head gives. */
export function logOdds(head: Head, features: Features): number {
  return head.bias + weigh(head, features)
}

/** The probability, 0 to 1, of log-odds. */
export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}
