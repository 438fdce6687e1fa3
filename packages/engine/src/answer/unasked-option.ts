const OPTION = /^[`*\s]*--?\p{L}/u
const OPTIONS = ['options', 'option', 'flags', 'arguments', 'parameters', 'switches', 'settings']

/** Whether a name is that of an option, and a question does not ask for options: the others beside it are no answer. */
export const isUnaskedOption = (name: string, writes: ((name: string) => boolean) | undefined): boolean =>
  OPTION.test(name) && writes !== undefined && !OPTIONS.some(writes)
